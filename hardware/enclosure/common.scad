// Sizes that several parts share, worked out from the source's. Nothing is drawn here.
include <parameters.scad>
$fn = 32;

shaft_right = shaft_left + shaft_inside;
shaft_back = shaft_front + shaft_inside;
panels_wide = 2 * panel_size;
grid_back = box_wall + panel_baffle + panel_thick;
back_y = box_depth - box_wall;
groove = 1.6;
boss_long = 10;
insert_deep = 6;

// A round bar from front to back.
module along_y(x, z, d, from, to) {
    translate([x, from, z]) rotate([-90, 0, 0]) cylinder(d = d, h = to - from);
}

module along_x(y, z, d, from, to) {
    translate([from, y, z]) rotate([0, 90, 0]) cylinder(d = d, h = to - from);
}

// A block from one corner to the other.
module block(a, b) {
    translate(a) cube(b - a);
}
