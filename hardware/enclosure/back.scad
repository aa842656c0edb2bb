// The back: closes the body and bears the board on posts. Printed lying flat, posts upwards.
include <common.scad>

function board_holes() = [for (x = [board_holes, board_size[0] - board_holes],
                               z = [board_holes, board_size[1] - board_holes])
                          board_corner + [x, z]];

module back() {
    difference() {
        union() {
            block([0, back_y, 0], [box_width, box_depth, box_height]);
            for (at = board_holes())
                along_y(at[0], at[1], 6, back_y - board_post, back_y + 0.1);
            for (at = screws_shaft)
                along_y(at[0], at[1], screws_boss, shaft_back + box_wall + 0.2, back_y + 0.1);
        }
        for (at = board_holes())
            along_y(at[0], at[1], board_post_hole, back_y - board_post - 1, back_y);
        for (at = concat(screws_back, screws_shaft, [screws_lid_back]))
            along_y(at[0], at[1], screws_hole, 0, box_depth + 1);
        block([back_cable[0] - back_cable[2] / 2, 0, back_cable[1] - 1],
              [back_cable[0] + back_cable[2] / 2, box_depth + 1, back_cable[1] + back_cable[3]]);
        along_y(back_switch[0], back_switch[1], back_switch[2], back_y - 1, box_depth + 1);
        block([back_supply[0] - back_supply[2] / 2, 0, back_supply[1] - back_supply[3] / 2],
              [back_supply[0] + back_supply[2] / 2, box_depth + 1,
               back_supply[1] + back_supply[3] / 2]);
        for (at = [[0, 0], [4, 0], [-4, 0], [0, 4], [0, -4]])
            along_y(back_piezo[0] + at[0], back_piezo[1] + at[1], 2.4, back_y - 1, box_depth + 1);
    }
}
