// Every part in its place; `openscad -D 'part="body"' tower.scad` draws one of them.
use <body.scad>
use <back.scad>
use <shaft.scad>
use <screen.scad>
use <lid.scad>
use <grid.scad>
use <keeper.scad>
use <tray.scad>
part = "all";

if (part == "body" || part == "all") body();
if (part == "back" || part == "all") back();
if (part == "shaft" || part == "all") shaft();
if (part == "screen" || part == "all") screen();
if (part == "lid" || part == "all") lid();
if (part == "grid" || part == "all") grid();
if (part == "keeper" || part == "all") keeper();
if (part == "tray" || part == "all") tray();
