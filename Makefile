# Two commands are enough: `make play` runs the house, `make test` checks everything.

VENV := .venv
BIN := $(VENV)/bin
NODE := $(VENV)/node/node_modules
READY := $(VENV)/.ready

.PHONY: help setup play test lint format bench clean

help:
	@echo "make play    the house, in the browser"
	@echo "make test    all checks and tests"
	@echo "make bench   the speed of everything, as ratios"
	@echo "make lint    ruff, mypy and tsc only"
	@echo "make format  ruff's formatting"
	@echo "make setup   .venv with all that is needed"
	@echo "make clean   throw .venv and caches away"

# Half as many again as there are processors: tests wait for servers and browsers
WORKERS = $$(( ($$(getconf _NPROCESSORS_ONLN) * 3 + 1) / 2 ))

setup: $(READY)

$(READY): pyproject.toml constraints.txt package.json tools/setup.sh
	@sh tools/setup.sh $(VENV)
	@touch $@

play: $(READY)
	@$(BIN)/ludarium serve

test: lint
	@$(BIN)/python -m pytest -n $(WORKERS)

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(NODE)/.bin/tsc --project tsconfig.json

format: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(READY)
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[bench]'
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
