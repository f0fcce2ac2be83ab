# Everything a contributor types. A fresh machine needs Python 3.11+ and make: the first target makes .venv and
# fills it, once (the stamp file says with which pins).
#   make demo      an emulated board and the terminal face; without a terminal a whole showdown that plays itself
#   make test      the whole suite, small counts, about four minutes on two cores (three workers, since some tests wait); about 60 MB more, once     make soak   the long counts, can be interrupted and resumed
#   make mutants   one wrong change for each rule, which its tests must notice (1-2 minutes; make mutants RULES="T7 W6a")
#   make check     ruff and mypy (host; firmware on MicroPython's stubs)
#   make bench     the figures of docs/bench.md                     make pictures   the pictures in docs/

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PY = $(BIN)/python
STUBS = $(VENV)/stubs

.PHONY: demo test soak mutants check bench pictures format clean

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or later is needed (PYTHON=... names another)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; $(PYTHON) is `$(PYTHON) -V` (PYTHON=... names another)"; exit 1; }
	@echo "Making $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

PIP = $(PY) -m pip install --disable-pip-version-check -c constraints.txt
PINS = $(VENV)/.made pyproject.toml constraints.txt

$(VENV)/.run: $(PINS)
	@echo "Installing what running needs (once; about 25 MB) ..."
	@$(PIP) -e .
	@touch $@

$(VENV)/.test: $(PINS)
	@echo "Installing the test tools (once; about 60 MB) ..."
	@$(PIP) -e '.[test]'
	@touch $(VENV)/.run $@

$(VENV)/.check: $(PINS)
	@echo "Installing the checkers (once) ..."
	@$(PIP) -e '.[check]'
	@$(PIP) --target $(STUBS) --upgrade micropython-rp2-rpi_pico-stubs micropython-stdlib-stubs
	@touch $(VENV)/.run $@

$(VENV)/.pico: $(PINS)
	@echo "Installing the Pico in software (once) ..."
	@$(PIP) -e '.[pico]'
	@touch $@

demo: $(VENV)/.run
	@$(BIN)/lanternboard demo

test: $(VENV)/.test
	LANTERNBOARD_SIZE=small $(PY) -m pytest -q -n 3

soak: $(VENV)/.test
	$(PY) tests/soak.py

mutants: $(VENV)/.test
	$(PY) tests/mutants.py --jobs 2 $(RULES)

check: $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=host:firmware $(BIN)/mypy host/lanternboard_host
	cd firmware && MYPYPATH=../$(STUBS) ../$(BIN)/mypy --config-file mypy.ini --custom-typeshed-dir ../$(STUBS) -p lanternboard

format: $(VENV)/.check
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.test $(if $(LANTERNBOARD_UF2),$(VENV)/.pico)
	$(PY) -m tests.bench

pictures: $(VENV)/.test
	$(PY) -m tests.pictures

clean:
	rm -rf $(VENV) build
