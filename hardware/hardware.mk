# The targets of hardware/, included by the Makefile above it. What they need beside Python they install on Debian:
# KiCad 9, Graphviz and poppler with apt, build123d and WireViz into an environment of their own (a gigabyte).

.PHONY: hardware hardware-tools hardware-board hardware-draw hardware-wiring hardware-case hardware-guide
.PHONY: hardware-mutants hardware-case-mutants
CASE := .venv-case
HARDWARE := PYTHONPATH=hardware/tools:firmware:host

# Everything anew, and one table of all checks at the end; see hardware/README.md.
hardware: hardware-tools $(VENV)/.test $(CASE)/.case
	$(HARDWARE) $(BIN)/python -m servida_hardware

hardware-tools:
	sh hardware/install-tools.sh

# The parts of it, each with its own table.
hardware-board: hardware-tools
	$(HARDWARE) /usr/bin/python3 -m servida_board.drawing --check
	$(HARDWARE) $(PYTHON) -m servida_board --out hardware/out/board --publish hardware/board

hardware-wiring: hardware-tools $(VENV)/.test $(CASE)/.case
	$(HARDWARE) $(BIN)/python -m servida_hardware.wiring --draw

hardware-case: $(CASE)/.case
	$(HARDWARE) $(CASE)/bin/python -m servida_case --write

# The guide's tables, from the pin table and the list of parts.
hardware-guide:
	$(HARDWARE) $(PYTHON) -m servida_hardware.guide

# Draws schematic and board anew from hardware/tools/servida_board; KiCad's module belongs to Debian's own Python.
hardware-draw: hardware-tools
	$(HARDWARE) /usr/bin/python3 -m servida_board.drawing

# Break board and case on purpose: every fault must be found.
hardware-mutants: hardware-tools
	$(HARDWARE) $(PYTHON) -m servida_board.mutants

hardware-case-mutants: $(CASE)/.case
	$(HARDWARE) $(CASE)/bin/python -m servida_case --mutants

$(CASE)/.case: requirements/case.txt | $(CASE)/bin/python
	$(CASE)/bin/python -m pip install --disable-pip-version-check -q --require-hashes -r requirements/case.txt
	touch $@
