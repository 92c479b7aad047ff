# Everything from a fresh machine with Python >= 3.11 and make: `make demo`, `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
DOCS   := .venv-docs
DEMO   := $(VENV)/.demo
HAVE_UV := $(shell command -v uv)
DEMO_PIP := $(if $(HAVE_UV),uv pip install --python $(VENV),$(BIN)/python -m pip install --disable-pip-version-check --no-compile)
NEW_ENOUGH := $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "quidpro needs Python 3.11 or newer, this is " + sys.version)'

.PHONY: demo docs quick test browser lint types imports unit kernels plain-kernels checked-kernels campaign bench bench-parts \
	bench-sat lowest newest man \
	studio-bundle vscode clean

$(STAMP): pyproject.toml constraints.txt
	$(NEW_ENOUGH)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

# What `make demo` runs and no more, where the developers' packages are not there; `make test` adds them to the same folder.
$(DEMO): pyproject.toml constraints.txt
	@echo 'Installing quidpro and what it needs into $(VENV) by $(if $(HAVE_UV),uv,pip): about half a minute'
	@$(NEW_ENOUGH)
	@$(if $(HAVE_UV),uv venv --quiet --allow-existing --python $(PYTHON) $(VENV),$(PYTHON) -m venv $(VENV))
	@$(DEMO_PIP) --quiet --constraint constraints.txt --editable '.[pictures]'
	@touch $@
	@echo

quidpro = @echo '$$ quidpro $(1)'; $(BIN)/quidpro $(1)

demo: $(if $(wildcard $(STAMP)),$(STAMP),$(DEMO))
	@mkdir -p out
	$(call quidpro,info examples/channel/channel.lts) && echo
	$(call quidpro,check examples/channel/channel.lts) && echo
	$(call quidpro,check examples/channel/channel_lossy.lts --chart out/lossy.html); test $$? -eq 1 && echo
	$(call quidpro,check examples/client_server/client_server.lts --method circular) && echo
	$(call quidpro,check examples/smv/robot.smv --method symbolic --split "motor | rest" --property motor_in_time) && echo
	@$(BIN)/quidpro show examples/channel/channel.lts Order --format svg -o out/order.svg
	@$(BIN)/quidpro show examples/channel/channel.lts Channel --format svg -o out/channel.svg
	@echo 'Pictures: the counterexample is in out/lossy.html, the property in out/order.svg, the whole system in out/channel.svg'
	@echo
	@echo 'Next, all of it in the browser:'
	@echo "  $(if $(wildcard $(STAMP)),,$(DEMO_PIP) --editable '.[studio]' && )$(BIN)/quidpro studio examples/channel/channel_lossy.lts"

# The documents as a site in build/site, by tools of their own, which nothing else needs.
$(DOCS)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	touch $@

docs: $(DOCS)/.installed
	$(DOCS)/bin/python -m tools.site build
	$(DOCS)/bin/python -m zensical build --clean --strict --config-file build/mkdocs.yml
	@echo 'The site is in build/site; to read it with its search: $(PYTHON) -m http.server --directory build/site'

# What to run all the time: less than a minute on two cores.
quick: lint
	$(BIN)/pytest -n 2 -m 'not slow' tests/unit tests/cli tests/regression

# What keeps one core busy goes two at a time; the tests themselves take both.
test: browser lint
	$(MAKE) --jobs 2 types plain-kernels checked-kernels imports
	$(MAKE) unit

# Debian's chromium for the tests in tests/browser, where it can be installed; they are skipped without it.
browser:
	@command -v chromium > /dev/null || { test "$$(id -u)" = 0 && command -v apt-get > /dev/null \
	    && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } \
	    || echo 'There is no chromium, and it cannot be installed here: the tests in tests/browser are skipped'

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

imports: $(STAMP)
	$(BIN)/lint-imports

unit: $(STAMP)
	$(BIN)/pytest -n 2 --dist worksteal

# The kernels once more: as plain Python, and compiled with bounds checked. Tests of compiling itself are not called so.
kernels: plain-kernels checked-kernels

plain-kernels: $(STAMP)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -k kernel $(KERNELS)

checked-kernels: $(STAMP)
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(VENV)/numba-boundscheck $(BIN)/pytest -k kernel $(KERNELS)

KERNELS := $(shell grep -l kernel tests/unit/test_*.py)

# Files of which `make test` leaves out what takes long, or asks only a part.
SAMPLED := $(shell grep -rl '^from tests.sampling import' tests)

# The random systems in full; `make test` runs a small sample of them.
campaign: $(STAMP)
	$(BIN)/python tests/differential/campaign.py --systems 20000
	$(BIN)/python tests/differential/campaign_given.py --systems 10000
	$(BIN)/python tests/differential/campaign_smallest.py --systems 5000
	$(BIN)/python tests/differential/campaign_liveness.py --systems 10000
	$(BIN)/python tests/differential/campaign_smv.py --systems 5000
	$(BIN)/python tests/differential/campaign_circuits.py --systems 5000
	$(BIN)/python tests/differential/campaign_ltl.py --systems 5000
	$(BIN)/python tests/differential/campaign_lpts.py --systems 10000
	for world in explicit crafted probabilistic symbolic; do \
	    $(BIN)/python tests/differential/campaign_lies.py $$world --systems 1000 || exit 1; done
	QUIDPRO_CAMPAIGN=1 $(BIN)/pytest -n 2 --dist worksteal $(SAMPLED)

# The case studies beside what was published; what is in out/bench.jsonl already is not measured again.
bench: $(STAMP)
	@mkdir -p out
	$(BIN)/quidpro bench agar-1 agar-2 acr cgp03 scv parts pagar growth faults --results out/bench.jsonl --plot out/bench.svg \
		--format markdown --output out/bench.md
	@echo 'Tables: out/bench.md, picture: out/bench.svg'

bench-parts: $(STAMP)
	$(BIN)/python benchmarks/explore.py
	$(BIN)/python benchmarks/reduce.py
	$(BIN)/python benchmarks/cold.py
	$(BIN)/python benchmarks/learning.py
	$(BIN)/python benchmarks/assumption.py
	$(BIN)/python benchmarks/agar_vs_learning.py
	$(BIN)/python benchmarks/alphabets.py
	$(BIN)/python benchmarks/circular.py
	$(BIN)/python benchmarks/auto.py
	$(BIN)/python benchmarks/saturation.py
	$(BIN)/python benchmarks/pdr_lts.py
	$(BIN)/python benchmarks/symbolic.py
	$(BIN)/python benchmarks/localise.py
	$(BIN)/python benchmarks/simulation.py

# SAT engines beside ABC, hours in all; what is in out/sat.jsonl already is not run again.
bench-sat: $(STAMP)
	$(BIN)/python benchmarks/sat.py
	$(BIN)/python benchmarks/sat.py --set parts
	$(BIN)/python benchmarks/sat.py --set premises

# An installed wheel, made from the source distribution, and what it must be able to do: with the lowest versions of what it
# needs that pyproject.toml allows, and with the newest that there are. Needs the network; PYTHON says for which Python.
UV := $(or $(HAVE_UV),build/uv/bin/uv)

build/uv/bin/uv:
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install --quiet --disable-pip-version-check uv

lowest: RESOLUTION := lowest-direct
newest: RESOLUTION := highest
lowest newest: $(UV)
	rm -rf build/dist build/$@
	$(UV) build --quiet --out-dir build/dist
	$(UV) venv --quiet --python $(PYTHON) build/$@
	$(UV) pip install --quiet --python build/$@ --resolution $(RESOLUTION) --requirement pyproject.toml --extra pictures
	$(UV) pip install --quiet --python build/$@ --no-deps build/dist/*.whl
	cd build && $@/bin/python ../tests/smoke/smoke.py

# The manual page, from what --help says; it is committed, and a test compares. `man docs/man/quidpro.1` shows it.
man: $(STAMP)
	$(BIN)/python tools/man.py > docs/man/quidpro.1

# The page of the studio, from web/ into the package; needs node and npm, which users do not.
studio-bundle:
	cd web && npm install --ignore-scripts && npm run build

# The extension for VS Code, into editors/vscode/dist; needs node and npm.
vscode:
	@command -v npm > /dev/null || { echo 'make vscode needs node and npm'; exit 1; }
	cd editors/vscode && npm install --ignore-scripts && npm run build

clean:
	rm -rf $(VENV) $(DOCS) out build web/node_modules editors/vscode/node_modules editors/vscode/dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
