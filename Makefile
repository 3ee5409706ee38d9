# Every verb installs what it needs into .venv first; when nothing changed that costs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SERVES := $(VENV)/.serves
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PACKAGES := events engine projections api
CODE := $(wildcard $(PACKAGES) tests bench)
WORKERS ?= auto
PYTEST := $(BIN)/python -m pytest -q --dist loadgroup -n $(WORKERS)

.DEFAULT_GOAL := help
.PHONY: help serve test check quick fmt docs bench soak install pin vendor pictures lint types contracts services

help: ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(SERVES) ## run the service for this computer and the phones in its network, with sample tables to play at
	@$(BIN)/fracas serve --sample --lan --quiet

quick: lint types contracts ## the daily loop: lint, format, types, import contracts, unit tests, scenarios
	FRACAS_PROFILE=quick $(PYTEST) -m "not slow and not service and not soak"

# Pages held to the code are tests marked `docs`, generated pages included; rules and contracts proved by breaking
# them are tests marked `proof`.
check: lint types contracts ## lint, format, types, import contracts, fresh docs, rule proofs
	FRACAS_PROFILE=ci $(PYTEST) -m "docs or proof"

test: $(STAMP) services ## every test, at most 25 minutes on two cores
	FRACAS_PROFILE=ci $(PYTEST) -m "not soak"

soak: $(STAMP) services ## the same tests with the full numbers; takes hours
	FRACAS_SOAK=1 FRACAS_PROFILE=soak $(PYTEST) -o faulthandler_timeout=3600

fmt: $(STAMP) ## write the code the way ruff wants it
	$(BIN)/ruff check --fix --exit-zero $(CODE)
	$(BIN)/ruff format $(CODE)

docs: $(STAMP) ## write the generated pages of docs/ anew
	$(BIN)/python -m api.docs

bench: $(STAMP) ## measure Fracas beside its peers and limits
	$(BIN)/python -m bench

pin: ## resolve everything anew and write constraints.txt (names and versions only)
	rm -rf $(VENV)-pin
	$(PYTHON) -m venv $(VENV)-pin
	$(VENV)-pin/bin/pip install --quiet hatchling editables setuptools
	$(VENV)-pin/bin/pip install --quiet --no-build-isolation -e '.[test,bench]'
	$(VENV)-pin/bin/pip install --quiet async-timeout  # redis asks for it before Python 3.11.3 only
	$(VENV)-pin/bin/pip freeze --exclude-editable | grep -E '^[A-Za-z0-9._-]+==[^ ;@]+$$' > constraints.txt
	rm -rf $(VENV)-pin

vendor: ## bring the libraries of the table page into api/page/vendor, by the versions that stand there
	@bash .ci/vendor

pictures: $(STAMP) services ## take the README's two pictures anew, from the tests that look at every screen
	FRACAS_PICTURES=$(CURDIR)/build/pictures $(BIN)/python -m pytest -q -n0 tests/page/test_screens.py -k "player or master"
	cp build/pictures/player-up-390-light.png docs/pictures/player.png
	cp build/pictures/gm-npc-up-1280-light.png docs/pictures/gm.png

install: $(STAMP) ## install everything into .venv

lint: $(STAMP)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(STAMP)
	$(BIN)/mypy $(CODE)

contracts: $(STAMP)
	$(BIN)/lint-imports

services:
	@bash .ci/services

# Serving takes the package alone; whoever has what the tests need has that too.
$(SERVES): what := .
$(SERVES): pyproject.toml constraints.txt
	@$(set-up)
	@touch $@

$(STAMP): what := .[test,bench]
$(STAMP): pyproject.toml constraints.txt
	@$(set-up)
	@touch $(SERVES) $@

define set-up
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Fracas needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11"; exit 1; }; \
$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	{ echo "This Python cannot make environments with pip in them. On Debian: apt-get install python3-venv"; exit 1; }; \
test -x $(BIN)/fracas || echo "Setting up once, in the folder $(VENV). This takes about a minute."; \
{ test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); } && $(PIP) hatchling editables setuptools && \
$(PIP) --no-build-isolation -e '$(what)'
endef
