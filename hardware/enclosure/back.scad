// The back: closes the body and bears the board on posts. Printed lying flat, posts upwards.
include <common.scad>

function board_holes() = [for (x = [board_holes, board_size[0] - board_holes],
                               z = [board_holes, board_size[1] - board_holes])
                          board_corner + [x, z]];

// A hole by its middle in x, its lower end in z, its width and height.
module slot(at, size) {
    block([at[0] - size[0] / 2, back_y - 1, at[1]],
          [at[0] + size[0] / 2, box_depth + 1, at[1] + size[1]]);
}

// J2's board lies on it, between two rims, and two cable ties hold it there.
shelf_top = back_supply[1] - 3.2;
module shelf() {
    wide = back_shelf[0];
    x = back_supply[0] - wide / 2;
    near = back_y - back_shelf[1];
    difference() {
        union() {
            block([x, near, shelf_top - back_shelf[2]], [x + wide, back_y + 0.1, shelf_top]);
            for (side = [x - box_thin, x + wide])
                block([side, near, shelf_top - back_shelf[2]],
                      [side + box_thin, back_y + 0.1, shelf_top + box_thin]);
        }
        for (side = [x + 1.6, x + wide - 3.2])
            block([side, near + 4, 0], [side + 1.6, near + 8, shelf_top + 1]);
    }
}

module back() {
    difference() {
        union() {
            block([0, back_y, 0], [box_width, box_depth, box_height]);
            for (at = board_holes())
                along_y(at[0], at[1], 6, back_y - board_post, back_y + 0.1);
            for (at = screws_shaft)
                along_y(at[0], at[1], screws_boss, shaft_back + box_wall + 0.2, back_y + 0.1);
            shelf();
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
        for (side = [-1, 1])
            slot([back_tie[0] + side * back_tie[2] / 2, back_tie[1] - back_tie[4] / 2],
                 [back_tie[3], back_tie[4]]);
        for (at = back_vents) slot(at, back_vent);
        for (word = back_words) word_in_back(word[0], word[1], box_depth, word[2], word[3]);
        for (x = [0, box_width]) edge_along("z", [x, box_depth, 0]);
        edge_along("x", [0, box_depth, 0]);
    }
}
