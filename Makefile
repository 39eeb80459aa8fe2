# Two commands are enough: `make play` runs the house, `make test` checks everything.

VENV := .venv
BIN := $(VENV)/bin
NODE := $(VENV)/node/node_modules
READY := $(VENV)/.ready

.PHONY: help setup play test lint warm format bench clean

help:
	@echo "make play    the house, in the browser"
	@echo "make test    all checks and tests"
	@echo "make bench   the speed of everything, as ratios"
	@echo "make lint    ruff, mypy and tsc only"
	@echo "make warm    compile all games, unless they are compiled already"
	@echo "make format  ruff's formatting"
	@echo "make setup   .venv with all that is needed"
	@echo "make clean   throw .venv and caches away"

# Half as many again as there are processors and one more: tests wait for servers and browsers
WORKERS = $$(( $$(getconf _NPROCESSORS_ONLN) * 3 / 2 + 1 ))

# Keep bytecode, whatever the environment says: tests start hundreds of processes
export PYTHONDONTWRITEBYTECODE =

setup: $(READY)

$(READY): pyproject.toml constraints.txt package.json tools/setup.sh
	@sh tools/setup.sh $(VENV)
	@touch $@

play: $(READY)
	@$(BIN)/ludarium serve

# The games are compiled beside the checks, and not by every worker again. Each worker gets a part of the tests that
# belong together, so that few of them start a browser or a database, and takes over from others at the end.
test: $(READY)
	@$(MAKE) --no-print-directory --jobs=2 lint warm
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(NODE)/.bin/tsc --project tsconfig.json

warm: $(READY)
	@$(BIN)/ludarium warm

format: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(READY)
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[bench]'
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
