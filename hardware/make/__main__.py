"""Make everything anew from ``tower.toml``; with ``--check``, fail if anything changes by that.

The carrier board needs KiCad and the portraits a path tracer: each is made when its sources
changed, or with ``--board`` and ``--portraits``.
"""

from __future__ import annotations

import sys

from hardware.make import rules, works
from hardware.make.board.kicad import KicadError
from hardware.make.board.route import RouteError
from hardware.make.source import SourceError, read


def main(arguments: list[str]) -> int:
    """Judge the nets, then make; 1 if the nets are wrong or a check found a difference."""
    check = arguments == ["--check"]
    again = {"--board": ("board",), "--portraits": ("portraits",)}.get(" ".join(arguments), ())
    if arguments and not check and not again:
        sys.stderr.write(
            f"expected nothing, --check, --board or --portraits; got {' '.join(arguments)}\n"
        )
        return 2
    try:
        source = read()
        faults = rules.judge(source)
        if not faults and check:
            faults = works.stale(works.ROOT, source)
        if faults:
            sys.stderr.write("".join(f"{fault}\n" for fault in faults))
            return 1
        written = works.make(works.ROOT, source, everything=not again, again=again)
    except ModuleNotFoundError as missing:
        sys.stderr.write(f"{missing.name} is not installed: make portraits\n")
        return 2
    except FileNotFoundError as missing:
        tools = "board-tools" if missing.filename == "kicad-cli" else "hardware-tools"
        sys.stderr.write(f"{missing.filename} is not installed: sh .ci/{tools}\n")
        return 2
    except (SourceError, works.WorksError, KicadError, RouteError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for file in written:
        sys.stdout.write(f"{'differs' if check else 'written'}: {file}\n")
    return int(check and bool(written))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
