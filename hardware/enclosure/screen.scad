// The screen: the shaft's front, between falling dice and the panels; bears the beam's emitter. Its
// foot is the roof of the way out. Printed lying on its rear, the foot stands up: nothing hangs over.
include <common.scad>

module screen() {
    front = shaft_front - box_wall;
    difference() {
        union() {
            block([shaft_left - groove + 0.2, front, shaft_mouth + box_wall + 0.2],
                  [shaft_right + groove - 0.2, shaft_front, shaft_top]);
            block([shaft_left + 0.2, box_wall + box_gap, shaft_mouth],
                  [shaft_right - 0.2, shaft_front, shaft_mouth + box_wall]);
            block([shaft_left + 0.2, front, shaft_mouth],
                  [shaft_right - 0.2, shaft_front, shaft_mouth + box_wall + 1]);
            along_y(beam_at[0], beam_at[1], 9, shaft_front - beam_emitter_recess, front + 0.1);
        }
        along_y(beam_at[0], beam_at[1], beam_tunnel, 0, box_depth);
    }
}
