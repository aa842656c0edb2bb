// The body: front, sides and floor. Printed lying on its front; top and back stay open.
include <common.scad>

module boss_for_back(x, z) {
    side = x < box_width / 2 ? box_wall : box_width - box_wall;
    inner = x < box_width / 2 ? x + screws_boss / 2 : x - screws_boss / 2;
    low = z - screws_boss / 2;
    // It grows out of the wall at 45 degrees, so that it prints without supports.
    out = sign(inner - side);
    translate([0, 0, low]) linear_extrude(screws_boss)
        polygon([[side - out * 0.1, back_y], [inner, back_y], [inner, back_y - boss_flat],
                 [side, back_y - boss_flat - abs(inner - side)],
                 [side - out * 0.1, back_y - boss_flat - abs(inner - side)]]);
}

module body() {
    x0 = panel_middle[0] - panel_size;
    z0 = panel_middle[1] - panel_size / 2;
    lip = box_thin;
    difference() {
        union() {
            block([0, 0, 0], [box_width, box_wall, box_height]);
            block([0, 0, 0], [box_wall, back_y, box_height]);
            block([box_width - box_wall, 0, 0], [box_width, back_y, box_height]);
            block([0, 0, 0], [box_width, back_y, box_wall]);
            for (at = screws_keeper) along_y(at[0], at[1], screws_boss, box_wall - 0.1, grid_back);
            for (at = screws_back) boss_for_back(at[0], at[1]);
        }
        block([x0 + lip, -1, z0 + lip],
              [x0 + panels_wide - lip, box_wall + 1, z0 + panel_size - lip]);
        block([x0 - box_gap, box_thin, z0 - box_gap],
              [x0 + panels_wide + box_gap, box_wall + 1, z0 + panel_size + box_gap]);
        block([shaft_left, -1, way_out(0) - 0.4], [shaft_right, box_wall + 1, shaft_mouth]);
        along_y(button_at[0], button_at[1], button_hole + box_gap, -1, box_wall + 1);
        for (at = screws_keeper)
            along_y(at[0], at[1], screws_insert, grid_back - insert_deep, grid_back + 1);
        for (at = screws_back)
            along_y(at[0], at[1], screws_insert, back_y - insert_deep, back_y + 1);
        for (at = tray_screws) along_y(at[0], at[1], screws_hole, -1, box_wall + 1);
        for (at = screws_lid)
            along_x(at[0], at[1], screws_hole, box_width - box_wall - 1, box_width + 1);
        for (at = feet_body)
            translate([at[0], at[1], -1]) cylinder(d = feet_size, h = 1 + feet_deep);
        for (x = [0, box_width]) {
            edge_along("z", [x, 0, 0]);
            edge_along("y", [x, 0, 0]);
        }
        edge_along("x", [0, 0, 0]);
    }
}
