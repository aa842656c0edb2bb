"""The host: link to the tower, journal, tables, seats, web and command line."""

__version__ = "0.1.0"
