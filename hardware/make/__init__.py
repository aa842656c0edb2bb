"""Makes drawings, tables, prints and the firmware's pins from ``tower.toml``. No part of play."""
