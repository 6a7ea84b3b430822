PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench

# What must be covered wholly, branches included.
PURE := firmware/servida/rules/*,firmware/servida/strategy/*,firmware/servida/ui/*,$\
  firmware/servida/console.py,firmware/servida/fairness.py,$\
  firmware/servida/chi_square.py,firmware/servida/audit.py,firmware/servida/device/health.py,$\
  firmware/servida/device/quarantine.py,firmware/servida/device/windows.py

.PHONY: play test test-deploy soak strength strength-readme bench bench-readme lock catalogues pictures clean bench-page

# `make play` and `make test` need nothing but Python 3.11 or later, git and make.
play: $(VENV)/.play
	$(BIN)/servida sim

test: $(VENV)/.test
	$(BIN)/python -m pytest --cov --cov-report=term --cov-fail-under=90
	$(BIN)/python -m coverage report --fail-under=100 --include='$(PURE)'
	$(BIN)/python -m mypy
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

# The installer and the units; needs the packages bats, shellcheck and systemd.
test-deploy:
	shellcheck firmware/deploy/install.sh firmware/deploy/servida-farewell firmware/deploy/servida tests/deploy/fakes.bash tests/deploy/*.bats
	bats tests/deploy

# The faults in their larger numbers, for hours; what came of it stands in out/soak.log.
soak: $(VENV)/.test
	mkdir -p out
	bash -o pipefail -c '$(BIN)/python -m pytest -m soak -v --durations=0 2>&1 | tee out/soak.log'

# How strong the computers are, in millions of matches: some minutes.
strength: $(VENV)/.play
	$(BIN)/servida strength

strength-readme: $(VENV)/.play
	$(BIN)/servida strength --readme README.md

# Servida beside its peers, which are installed here and nowhere else.
bench: $(BENCH)/.bench
	$(BENCH)/bin/servida bench

bench-readme: $(BENCH)/.bench
	$(BENCH)/bin/servida bench --readme README.md

# The page in Chromium: frames a second, and what a press takes.
bench-page: $(VENV)/.test
	$(BIN)/python -m servida_host.bench.page

$(BIN)/python $(BENCH)/bin/python .venv-case/bin/python: %/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Servida needs Python 3.11 or later; '$(PYTHON)' is older. Name another: make PYTHON=python3.12"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) --no-print-directory venv-module
	$(PYTHON) -m venv $*

# Debian ships the venv module in a package of its own.
.PHONY: venv-module
venv-module:
	@command -v apt-get >/dev/null || { echo "Python's venv module is missing; install it with your system's packages."; exit 2; }
	@echo "Installing Debian's python3-venv, which $(PYTHON) needs to make a virtual environment."
	@if [ "$$(id -u)" = 0 ]; then apt-get update -q && apt-get install -y python3-venv; \
	else sudo apt-get update -q && sudo apt-get install -y python3-venv; fi

# A stamp stands for "these locked packages are installed": a second run needs no network.
$(VENV)/.play: requirements/play.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r requirements/play.txt
	$(BIN)/python -m pip install --disable-pip-version-check -q --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.test: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --disable-pip-version-check -q --no-deps --no-build-isolation -e .
	touch $@ $(VENV)/.play

$(BENCH)/.bench: requirements/bench.txt pyproject.toml | $(BENCH)/bin/python
	$(BENCH)/bin/python -m pip install --disable-pip-version-check -q --require-hashes -r requirements/bench.txt
	$(BENCH)/bin/python -m pip install --disable-pip-version-check -q --no-deps --no-build-isolation -e .
	touch $@

# Resolves the newest allowed versions anew; needs a network and `uv`.
lock:
	for set in pi play dev bench; do \
	  case $$set in pi) extras=--extra=pi;; play) extras=--extra=sim;; dev) extras="--extra=sim --extra=dev";; bench) extras=--extra=bench;; esac; \
	  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header $$extras pyproject.toml requirements/build.in -o requirements/$$set.txt; \
	done
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header requirements/case.in -o requirements/case.txt

catalogues: $(VENV)/.test
	$(BIN)/python tests/catalogues.py --update

pictures: $(VENV)/.test
	$(BIN)/servida sim --script host/pictures.txt --players Ana,Beto --lang en --frames docs
	$(BIN)/python tests/page_pictures.py docs

include hardware/hardware.mk

# The console in virtual machines with real kernel devices; as root on Debian 12. See docs/verification.md.
.PHONY: vm vm-cuts vm-wheels vm-pins
vm: $(VENV)/.test
	tests/vm/prepare.sh
	$(BIN)/python tests/vm/run.py --document docs/verification.md

# Its power cut: what the panel had shown must be in the store.
vm-cuts: $(VENV)/.test
	tests/vm/prepare.sh
	$(BIN)/python tests/vm/cuts.py --document docs/verification.md

# All that the Pi's lock names, under Debian's Pythons for 64-bit ARM.
vm-wheels:
	tests/vm/wheels.sh

# gpiozero's own tests of real pins on our factory and a fake chip.
vm-pins: $(VENV)/.test
	mkdir -p out/gpiozero
	$(BIN)/python -m pip download --disable-pip-version-check -q --no-deps --no-build-isolation --no-binary gpiozero \
	  -d out/gpiozero "gpiozero==$$($(BIN)/python -c 'from importlib.metadata import version as v; print(v("gpiozero"))')"
	tests/vm/gpiozero_tests.sh $(CURDIR)/$(BIN)/python $(CURDIR)/out/gpiozero

clean:
	rm -rf $(VENV) $(BENCH) $(CASE) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis
