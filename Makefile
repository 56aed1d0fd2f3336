# Two commands: `make demo` shows the main job, `make test` runs the tests.
# Needs Python 3.11 or newer, make and pip; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check bench setup setup-dev clean

demo: $(VENV)/.installed
	@$(BIN)/python scripts/demo.py

test: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -n auto --dist loadfile

check: $(VENV)/.installed-dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: $(VENV)/.installed-dev
	@$(BIN)/python bench/startup.py

setup: $(VENV)/.installed
setup-dev: $(VENV)/.installed-dev

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "gaugeblock needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try make demo PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing gaugeblock into $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.installed
	@echo "installing what the tests need into $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) demo-run dist build
