// The lid: top of the body with the funnel. Printed upside down.
include <common.scad>

top = box_height + box_wall;
low = shaft_top + box_gap;

module frustum(more, up) {
    opening = [[box_wall + 1.6, shaft_front - shaft_funnel],
               [shaft_right + shaft_funnel, box_depth - 6]];
    hull() {
        block([shaft_left - more, shaft_front - more, low - up],
              [shaft_right + more, shaft_back + more, low + 0.01]);
        block([opening[0][0] - more, opening[0][1] - more, top - 0.01],
              [opening[1][0] + more, opening[1][1] + more, top + up]);
    }
}

// Tabs that keep the shaft's upper end in its place.
module tabs() {
    x = shaft_left + shaft_inside / 2;
    y = shaft_front + shaft_inside / 2;
    rear = shaft_back + box_wall + box_gap;
    right = shaft_right + box_wall + box_gap;
    block([x - 10, rear, low - 6], [x + 10, rear + 1.6, low + 6]);
    block([right, y - 10, low - 6], [right + 1.6, y + 10, low + 4]);
}

module lid() {
    difference() {
        union() {
            block([0, 0, box_height], [box_width, box_depth, top]);
            intersection() {
                frustum(box_wall, 0);
                block([box_wall + box_gap, box_wall + box_gap, 0],
                      [box_width, back_y - box_gap, top]);
            }
            tabs();
            for (at = screws_lid)
                block([box_width - box_wall - box_gap - 9, at[0] - 5, at[1] - 5],
                      [box_width - box_wall - box_gap, at[0] + 5, top - 0.1]);
            block([screws_lid_back[0] - 5, back_y - box_gap - 10, screws_lid_back[1] - 5],
                  [screws_lid_back[0] + 5, back_y - box_gap, top - 0.1]);
        }
        frustum(0, 1);
        // Straight below the slopes the way must be free for the shaft's own opening.
        block([shaft_left, shaft_front, 0], [shaft_right, shaft_back, low + 0.1]);
        for (at = screws_lid)
            along_x(at[0], at[1], screws_insert, box_width - box_wall - box_gap - insert_deep,
                    box_width);
        along_y(screws_lid_back[0], screws_lid_back[1], screws_insert,
                back_y - box_gap - 5.2, box_depth);
        for (x = [0, box_width]) {
            edge_along("z", [x, 0, 0]);
            edge_along("z", [x, box_depth, 0]);
            edge_along("y", [x, 0, top]);
        }
        for (y = [0, box_depth]) edge_along("x", [0, y, top]);
    }
}
