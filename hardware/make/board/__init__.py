"""The carrier board: schematic, placement, copper and what a factory needs, from two TOML files."""
