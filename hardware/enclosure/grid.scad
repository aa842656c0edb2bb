// The grid: light baffles between the dice, and the pocket in which both panels lie.
include <common.scad>

module grid() {
    frame = 1.6;
    ledge = box_thin;
    front = box_wall + 0.1;
    back = grid_back - 0.1;
    cell = 4 * panel_pitch;
    x0 = panel_middle[0] - panel_size - box_gap;
    x1 = panel_middle[0] + panel_size + box_gap;
    z0 = panel_middle[1] - panel_size / 2 - box_gap;
    z1 = panel_middle[1] + panel_size / 2 + box_gap;
    difference() {
        block([x0 - frame, front, z0 - frame], [x1 + frame, back, z1 + frame]);
        block([x0 + ledge, 0, z0 + ledge], [x1 - ledge, back + 1, z1 - ledge]);
        // The panels' boards lie on the ledge; their lamps reach in before it.
        block([x0, grid_back - panel_board, z0], [x1, back + 1, z1]);
        // Wires leave below, on the left beside the beam's emitter.
        for (x = [beam_at[0] + 18, panel_middle[0] + panel_size / 2])
            block([x - 10, back - 1.3, z0 - frame - 1], [x + 10, back + 1, z0 + 1]);
    }
    for (column = [-1, 0, 1])
        block([panel_middle[0] + column * cell - panel_baffle_wall / 2, front, z0],
              [panel_middle[0] + column * cell + panel_baffle_wall / 2, box_wall + panel_baffle, z1]);
    block([x0, front, panel_middle[1] - panel_baffle_wall / 2],
          [x1, box_wall + panel_baffle, panel_middle[1] + panel_baffle_wall / 2]);
}
