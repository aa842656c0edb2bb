// The shaft: three walls, two ramps, the way out and a snout that reaches the front. The screen
// slides into its grooves from above. Printed lying on its rear wall; nothing hangs over.
include <common.scad>

foot = box_wall + box_gap;
lip = shaft_front - box_wall - 3.2; // y where the side walls begin above the snout

module ramp(x_end, x_wall, z_end) {
    rise = shaft_ramp_span * tan(shaft_ramp_angle);
    thick = box_wall / cos(shaft_ramp_angle);
    translate([0, shaft_back + 0.1, 0]) rotate([90, 0, 0])
        linear_extrude(shaft_inside - 0.5)
            polygon([[x_end, z_end], [x_wall, z_end + rise],
                     [x_wall, z_end + rise - thick], [x_end, z_end - thick]]);
}

module side(outside, inside) {
    out = sign(outside - inside);
    block([min(outside, inside), lip, foot], [max(outside, inside), shaft_back + 0.1, shaft_top]);
    block([min(outside, inside), foot, foot],
          [max(outside, inside), lip + 0.1, shaft_mouth + box_wall]);
    // Thicker where the groove is cut.
    bulge = outside + out * box_thin;
    linear_extrude(shaft_top)
        polygon([[outside - out * 0.1, lip], [bulge, lip], [bulge, shaft_front + 2],
                 [outside - out * 0.1, shaft_front + 3.4]]);
}

module shaft() {
    left = shaft_left - box_wall;
    right = shaft_right + box_wall;
    thick = box_wall / cos(atan(slope_fall));
    difference() {
        union() {
            block([left, shaft_back, foot], [right, shaft_back + box_wall, shaft_top]);
            side(left, shaft_left);
            side(right, shaft_right);
            ramp(shaft_left + shaft_ramp_span, shaft_left - 0.1, shaft_ramp_ends[0]);
            ramp(shaft_right - shaft_ramp_span, shaft_right + 0.1, shaft_ramp_ends[1]);
            // A hair behind the walls' front: faces in one plane, one of them rotated, leave slivers.
            translate([left + 1, 0, 0]) rotate([90, 0, 90]) linear_extrude(right - left - 2)
                polygon([[shaft_back + 0.1, way_out(shaft_back + 0.1)], [foot + 0.05, way_out(foot + 0.05)],
                         [foot + 0.05, way_out(foot + 0.05) - thick],
                         [shaft_back + 0.1, way_out(shaft_back + 0.1) - thick]]);
            for (at = screws_shaft)
                along_y(at[0], at[1], screws_boss, shaft_back - 8, shaft_back + 0.1);
            translate([beam_at[0], shaft_back + 0.1, beam_at[1]]) rotate([90, 0, 0])
                cylinder(d1 = 14, d2 = 9, h = beam_recess - box_wall + 0.1);
        }
        translate([0, 0, -1]) cube([box_width, box_depth, foot + 1]);
        // The grooves' ceilings are slanted: they print without supports.
        translate([0, 0, shaft_mouth + box_wall]) linear_extrude(shaft_top)
            for (side = [-1, 1]) {
                wall = side < 0 ? shaft_left : shaft_right;
                polygon([[wall - side, shaft_front + 0.2], [wall + side * groove, shaft_front + 0.2],
                         [wall + side * groove, shaft_front - box_wall - 0.2],
                         [wall - side, shaft_front - box_wall - 0.2 - groove - 1]]);
            }
        along_y(beam_at[0], beam_at[1], beam_tunnel, shaft_back - 10, box_depth);
        for (at = screws_shaft)
            along_y(at[0], at[1], screws_insert, shaft_back - 6.4, box_depth);
    }
}
