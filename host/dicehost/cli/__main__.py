"""Runs the command as ``python -m dicehost.cli``."""

from __future__ import annotations

from dicehost.cli import main

raise SystemExit(main())
