// Sizes that several parts share, worked out from the source's. Nothing is drawn here.
include <parameters.scad>
$fn = 32;

shaft_right = shaft_left + shaft_inside;
shaft_back = shaft_front + shaft_inside;
panels_wide = 2 * panel_size;
grid_back = box_wall + panel_baffle + panel_thick;
back_y = box_depth - box_wall;
groove = 1.6;
insert_deep = 6;
boss_flat = 4.4;  // of a corner's boss, behind the part that grows out of the wall
edge = 1;         // how far outer edges are broken
cut = 0.6;        // depth of words
slope_fall = (shaft_slope[0] - shaft_slope[1]) / (shaft_back - box_wall - box_gap);

// The height of the way out at a depth, inside the shaft or beyond it in the tray.
function way_out(y) = shaft_slope[1] + slope_fall * (y - box_wall - box_gap);

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

// What is taken off to break an edge that runs along x, y or z through a place.
module edge_along(axis, at, size = edge) {
    turn = axis == "x" ? [0, 90, 0] : axis == "y" ? [90, 0, 0] : [0, 0, 0];
    translate(at) rotate(turn) rotate([0, 0, 45])
        cube([size * sqrt(2), size * sqrt(2), 4 * box_bed], center = true);
}

// A word in an outside, read from the front (-y).
module word_in_front(word, x, y, z, size) {
    translate([x, y + cut, z]) rotate([90, 0, 0]) linear_extrude(2 * cut)
        text(word, size = size, font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", $fn = 12);
}

// The same, read from behind.
module word_in_back(word, x, y, z, size) {
    translate([x, y - cut, z]) rotate([90, 0, 180]) linear_extrude(2 * cut)
        text(word, size = size, font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", $fn = 12);
}
