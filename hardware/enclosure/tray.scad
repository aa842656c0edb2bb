// The tray: dice come to rest here. Two screws from inside the body hold it.
include <common.scad>

// The way out goes on where the shaft ends, so that no die comes to rest in the mouth.
module slide(near, floor) {
    step = 0.8; // below the body's edge: nothing to be caught by
    front = near - 0.05; // a hair behind the floor's edge: faces in one plane leave slivers
    high = way_out(near) - step;
    translate([shaft_left - 1, 0, 0]) rotate([90, 0, 90]) linear_extrude(shaft_inside + 2)
        polygon([[front, floor / 2], [front, high], [front - high / slope_fall, 0.05],
                 [front - high / slope_fall, 0.04]]);
}

module tray() {
    near = -0.2;
    far = near - tray_depth;
    wall = 2;
    difference() {
        union() {
            block([0, far, 0], [box_width, near, wall]);
            block([0, far, 0], [wall, near, tray_wall]);
            block([box_width - wall, far, 0], [box_width, near, tray_wall]);
            block([0, far, 0], [box_width, far + wall, tray_wall]);
            block([shaft_right + wall, near - wall, 0], [box_width, near, tray_back_wall]);
            for (at = tray_screws)
                block([at[0] - 5, near - 8, 0], [at[0] + 5, near, at[1] + 5]);
            slide(near, wall);
        }
        for (at = tray_screws)
            along_y(at[0], at[1], screws_insert, near - insert_deep, 1);
        word_in_front(tray_word[0], tray_word[1], far, tray_word[2], tray_word[3]);
        for (x = [0, box_width]) edge_along("z", [x, far, 0]);
        for (z = [0, tray_wall]) edge_along("x", [0, far, z]);
        for (x = [0, box_width], z = [0, tray_wall]) edge_along("y", [x, 0, z]);
    }
}
