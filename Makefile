# Tapete: a card mat that referees Tute. `make help` lists the targets.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
export PYTHONPATH := host_tools:firmware
STUBS := .build/typings

.DEFAULT_GOAL := help
.PHONY: help setup run demo test soak compat lint check-boards hardware types format bench screens golden clean

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

setup: $(VENV)/.ready ## Make the virtual environment with everything pinned (other targets do it by themselves)

$(VENV)/.ready: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Tapete needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11 run") if sys.version_info < (3, 11) else 0'
	@$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made: on Debian, apt-get install python3-venv"; exit 1; }
	@echo "Installing the pinned packages into $(VENV) (once)"
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(STUBS)/.ready: $(VENV)/.ready
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(STUBS) \
		"micropython-esp32-stubs==1.29.0.post1" "micropython-stdlib-stubs==1.29.0.post2"
	@touch $@

run: setup ## Start the virtual table and print its address (ARGS="--port 8000 --speed 1")
	@$(PY) -m tapete_host.launch $(ARGS)

demo: setup ## Play the example match headless: acta with answers, panel strip (PNG) and film (GIF) in reports/
	@$(PY) -m tapete_host.demo $(ARGS)

test: setup $(STUBS)/.ready ## Everything that must hold: lint, types, both interpreters, whole games on the virtual table
	@$(MAKE) --no-print-directory -j2 lint types
	@$(PY) -m pytest -n auto --dist loadfile $(ARGS)

soak: setup ## The large numbers (under an hour); writes reports/soak.json
	@$(PY) tests/soak.py $(ARGS)

compat: setup $(STUBS)/.ready ## The game and the pure modules in MicroPython 1.23, 1.26 and 1.29 (Node and npm), types of 1.23 and 1.29
	@$(PY) tests/compat.py $(ARGS)

lint: setup ## Style of all Python, a syntax check of the firmware by mpy-cross, and the pins of the boards
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check --quiet . || { echo "Formatting differs: make format"; exit 1; }
	@$(PY) -m tapete_host.build --check
	@$(PY) -m tapete_host.hardware.check

check-boards: setup ## Hold the board records against the pin rules (your own: ARGS=my_board.py)
	@$(PY) -m tapete_host.hardware.check $(ARGS)

hardware: setup ## Make the wiring pages and the mat to print again, in hardware/
	@$(PY) -m tapete_host.hardware.make

types: setup $(STUBS)/.ready ## mypy of the firmware against the ESP32 stubs, and of the host tools
	@MYPYPATH=$(STUBS):firmware $(VENV)/bin/mypy --custom-typeshed-dir $(STUBS) firmware

format: setup ## Put the code in its standard form
	@$(VENV)/bin/ruff check --fix --quiet . ; $(VENV)/bin/ruff format .

bench: setup ## Measure the budgets and print those that fail; writes reports/bench.json
	@$(PY) tests/bench.py $(ARGS)

screens: setup ## Draw every screen again, accept their hashes, and write reports/screens.html
	@$(PY) tests/support/screen_report.py --accept

golden: setup screens ## Make all golden files again; read the diff before you commit it
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) tests/support/find_match.py
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) tests/support/make_ends.py
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.make_script
	@$(PY) -m tapete_host.demo --accept
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.draw_cards
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.example_matches
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.golden_accounts
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.golden_help
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.transcripts
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.doctor_story
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.perft
	@PYTHONPATH=$(PYTHONPATH):tests $(PY) -m support.playthrough

clean: ## Remove what was built or reported (the profile with its matches stays)
	rm -rf .build reports .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
