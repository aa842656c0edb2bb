// The keeper: holds panels, grid and diffuser against the front with four screws.
include <common.scad>

module keeper() {
    near = grid_back + 0.1;
    far = near + box_wall;
    half = panel_size / 2;
    left = screws_keeper[0][0];
    right = screws_keeper[1][0];
    middle = panel_middle[1];
    difference() {
        union() {
            for (z = [middle - half - 3, middle + half - 5])
                block([left - 5, near, z], [right + 5, far, z + 8]);
            for (x = [left - 5, panel_middle[0] - 5, right - 5])
                block([x, near, middle - half - 1], [x + 10, far, middle + half + 1]);
            for (at = screws_keeper)
                hull() {
                    along_y(at[0], at[1], screws_boss, near, far);
                    along_y(at[0], middle + sign(at[1] - middle) * half, screws_boss, near, far);
                }
        }
        for (at = screws_keeper) along_y(at[0], at[1], screws_hole, 0, far + 1);
        // Room for the beam's emitter, which comes in 10 mm to the right of its place.
        block([beam_at[0] - 7, 0, 0], [beam_at[0] + 17, far + 1, beam_at[1] + 5.8]);
    }
}
