# make run    open the dashboard          make test   every check, as CI runs it
# make audit  known vulnerabilities of what is installed
# make bench  benchmarks, by hand         make fuzz   long property tests, by hand
PYTHON ?= python3.11
VENV ?= .venv
PORT ?= 8501
export CHUNKBOARD_DATA ?= $(abspath ../shared/data)
BIN := $(VENV)/bin
AUDIT := $(VENV)/audit
# A browser window is opened where there is a screen.
SCREEN := $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname))

.PHONY: run test test-code test-browser audit bench fuzz format clean

run: $(VENV)/.app
	$(BIN)/python -m pages.ui.serve --server.address 127.0.0.1 --server.port $(PORT) \
		--server.headless $(if $(SCREEN),false,true) --server.showEmailPrompt false

test: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(MAKE) --jobs=2 --output-sync=target test-code test-browser

# Side by side, for browsers wait more than they work.
test-code: $(VENV)/.dev
	$(BIN)/python -m pytest --ignore=tests/browser

test-browser: $(VENV)/.dev
	$(BIN)/python -m pytest tests/browser

# pip-audit has a place of its own: what it needs is no part of the program.
audit: $(VENV)/.dev
	test -x $(AUDIT)/bin/python || $(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install -q --disable-pip-version-check pip-audit==2.10.1 || \
		echo "audit: pip-audit could not be installed"
	$(BIN)/python .ci/audit.py $(AUDIT)/bin/pip-audit \
		"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

bench: $(VENV)/.dev
	for file in tests/benchmarks/bench_*.py; do \
		$(BIN)/python -m tests.benchmarks.$$(basename $$file .py) || exit 1; done

fuzz: $(VENV)/.dev
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest tests/strategies/test_contract.py \
		tests/evaluation/test_outcomes_by_oracle.py

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV)

$(VENV)/.app: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.dev: $(VENV)/.app requirements-dev.txt requirements-dask.txt tests/browser/install.sh
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-dev.txt
	bash tests/browser/install.sh $(BIN)
	touch $@
