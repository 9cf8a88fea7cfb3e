# `make run` pairs a real round, `make test` passes the tests; both set up everything they need in .venv.
# What takes longer than a minute and a half has a target of its own, and `make everything` runs them all.
PYTHON ?= python3
BIN := .venv/bin
# As many tests at once as there are cores; whoever is done takes tests from the others.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: run test everything laws check format golden slow oracle cluster mutants bench differential fuzz fuzz-coverage clean

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

run: .venv/ready
	$(BIN)/swisspair --pair fixtures/open-2026-round-5.trf --format table

test: .venv/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(PYTEST)

everything: test laws golden slow mutants oracle differential

check: test

# The laws on six times as many generated events as `make test` takes.
laws: .venv/ready
	HYPOTHESIS_PROFILE=ci $(PYTEST) tests/properties

format: .venv/ready
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format .

# All recorded tournaments, those of fixtures/golden or of the directory that SWISSPAIR_GOLDEN names.
golden: .venv/ready
	$(PYTEST) -m golden

slow: .venv/ready
	$(PYTEST) -m slow

# Against a scheduler and two worker processes on this machine.
cluster: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[cluster]'
	$(BIN)/python -m pytest -m cluster

oracle: .venv/ready
	$(PYTEST) -m oracle

# Every rule dropped or moved, every shortcut without its proof: some round must be paired otherwise.
mutants: .venv/ready
	$(PYTEST) tests/mutants -m "not golden"

# The shortcuts against the reference, on 20,000 generated Dutch rounds and some thousands of the other systems.
differential: .venv/ready
	$(BIN)/python -m tests.differential.run

# 100,000 damaged files, and some thousands of absurd tournaments; what is found is in fuzz-findings/.
fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz.run --count 100000
	HYPOTHESIS_PROFILE=nightly $(BIN)/python -m pytest tests/fuzz -k absurd

# The same by coverage, for ten minutes.
fuzz-coverage: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	$(BIN)/python -m tests.fuzz.atheris_targets reader 300
	$(BIN)/python -m tests.fuzz.atheris_targets pairing 300

bench: .venv/ready
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
