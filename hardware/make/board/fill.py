"""Fill a board's pours, run by the Python that KiCad's `pcbnew` belongs to: fill.py IN OUT."""

from __future__ import annotations

import sys

import pcbnew  # type: ignore[import-not-found]

board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(sys.argv[2], board)
