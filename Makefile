# Two commands are enough: `make play` runs the house, `make test` checks everything.

VENV := .venv
BIN := $(VENV)/bin
TSC := $(VENV)/node/node_modules/.bin/tsc

# Each part of the set-up leaves a file when it is done
PLAY := $(VENV)/.play
TEST := $(VENV)/.test
BENCH := $(VENV)/.bench
# Bytecode of the tests: workers that begin together would each make all of it
COLLECTED := .pytest_cache/collected

.PHONY: help setup play test lint warm format bench wheel site clean

help:
	@echo "make play    the house, in the browser; OPTIONS='--port 9000' are those of ludarium serve"
	@echo "make test    all checks and tests"
	@echo "make bench   the speed of everything, as ratios"
	@echo "make lint    ruff, mypy and tsc only"
	@echo "make warm    compile what the tests use, unless it is compiled already"
	@echo "make format  ruff's formatting"
	@echo "make wheel   a package to install with pip, in dist/"
	@echo "make site    the five games as a website for any static host, in site/"
	@echo "make setup   .venv with all that the tests need"
	@echo "make clean   throw .venv and caches away"

SITE = site

# Twice as many as there are processors: tests wait for servers, terminals and browsers
WORKERS = $$(( $$(getconf _NPROCESSORS_ONLN) * 2 ))

# Keep bytecode, whatever the environment says: the server starts from it, and tests start hundreds of processes
export PYTHONDONTWRITEBYTECODE =

setup: $(TEST)

$(PLAY): pyproject.toml constraints.txt tools/setup.sh
	@PYTHON='$(PYTHON)' sh tools/setup.sh play $(VENV)
	@touch $@

$(TEST): $(PLAY) package.json
	@sh tools/setup.sh test $(VENV)
	@touch $@

$(BENCH): $(PLAY)
	@sh tools/setup.sh bench $(VENV)
	@touch $@

play: $(PLAY)
	@$(BIN)/ludarium serve $(OPTIONS)

# The games are compiled beside the checks, and not by every worker again. Each worker gets a part of the tests that
# belong together, so that few of them start a browser or a database, and takes over from others at the end.
test: $(TEST)
	@$(MAKE) --no-print-directory --jobs=2 lint warm
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: $(TEST)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@if [ -x $(TSC) ]; then $(TSC) --project tsconfig.json; \
	else echo "make: the types of the page are not checked, since tsc is not here" >&2; fi

warm: $(TEST) $(COLLECTED)
	@$(BIN)/ludarium warm

$(COLLECTED): $(TEST) $(shell find tests -name '*.py')
	@mkdir -p $(@D)
	@$(BIN)/python -m pytest --collect-only -qq >$@.log || { cat $@.log; exit 1; }
	@touch $@

format: $(TEST)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(BENCH)
	@$(BIN)/python -m benchmarks

wheel: $(TEST)
	@$(BIN)/python tools/ship.py build/shipped
	@LUDARIUM_SHIPPED=build/shipped $(BIN)/python -m hatchling build

site: $(PLAY)
	@LUDARIUM_GAMES= $(BIN)/ludarium export $(SITE)

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
