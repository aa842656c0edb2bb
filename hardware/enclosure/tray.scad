// The tray: dice come to rest here. Two screws from inside the body hold it.
include <common.scad>

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
        }
        for (at = tray_screws)
            along_y(at[0], at[1], screws_insert, near - insert_deep, 1);
    }
}
