# play: try it.  dev: work on it.  test: prove it.  check: lint, types, contracts, pages.  bench: measure it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests start hundreds of hosts and towers: what was compiled once is kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play dev test check page-types bench fuzz promises mutants hardware board portraits drops screens golden clean

setup: $(VENV)/.ready-dev

play: $(VENV)/.ready
	$(BIN)/dicetower play $(ARGS)

# The service with a simulated tower; it starts again when code changes, and its pages reload.
dev: $(VENV)/.ready-dev
	$(BIN)/dicetower --log-level info play --dev --tower simulated $(ARGS)

# What fails beside three other tests is run once more alone, and is named both times.
test: $(VENV)/.ready-dev
	sh .ci/browser
	sh .ci/home-tools
	$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS) || \
		$(BIN)/python -m pytest --last-failed --last-failed-no-failures none $(ARGS)

check: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m dicehost.web.page_types --check
	sh .ci/page-tools
	npm run --silent types
	npm run --silent lint
	sh .ci/hardware-tools
	$(BIN)/python -m hardware.make --check

# Rewrites the types of what the host sends its pages, after they changed.
page-types: $(VENV)/.ready-dev
	$(BIN)/python -m dicehost.web.page_types

bench: $(VENV)/.ready-dev
	$(BIN)/python -m tests.bench $(ARGS)

# Power cuts, a bad cable, nonsense from strangers, every described request and hostile lines to the firmware, for as long as you like.
MINUTES ?= 1
fuzz: $(VENV)/.ready-dev
	sh .ci/fuzz-tools
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(ARGS)

# Breaks each promise in a copy and sees its test fail; writes tests/PROMISES.md. A few minutes.
promises: $(VENV)/.ready-dev
	$(BIN)/python -m tests.promises $(ARGS)

# Changes the code in small ways and checks whether a test notices; writes tests/MUTANTS.md. ARGS="dice --sample 64"
mutants: $(VENV)/.ready-dev
	$(BIN)/python -m tests.mutants $(ARGS)

# Makes drawings, tables, prints and the firmware's pins again from hardware/tower.toml.
hardware: $(VENV)/.ready-dev
	sh .ci/hardware-tools
	$(BIN)/python -m hardware.make

# Makes the carrier board again, with KiCad; `make hardware` does so when its sources changed.
board: $(VENV)/.ready-dev
	sh .ci/board-tools
	$(BIN)/python -m hardware.make --board

# Draws the tower from four sides with a path tracer, which takes minutes. `make hardware` does so when a print changed.
portraits: $(VENV)/.ready-dev
	$(BIN)/python -m pip install --quiet --editable '.[portraits]'
	$(BIN)/python -m hardware.make --portraits

# Drops dice through the prints, by a physics engine: a minute or two. Run it when a print changed.
drops: $(VENV)/.ready-dev
	$(BIN)/python -m pip install --quiet --editable '.[drops]'
	$(BIN)/python -m hardware.make.drops

# Pictures of every page and phase in build/screens, to look at; ARGS="lobby zorro" takes those parts, ARGS=evening plays by touch.
screens: $(VENV)/.ready-dev
	sh .ci/browser
	$(BIN)/python -m tests.story.screens $(ARGS)

# Rewrites the golden files; read the difference before you commit it.
golden: $(VENV)/.ready-dev
	DICETOWER_GOLDEN=write $(BIN)/python -m pytest -q tests/rules

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "dicetower needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.ready-dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.ready
