# Winkel's commands. Each one installs what it needs and is missing (dev/bootstrap.py).
PYTHON ?= python3
BOOTSTRAP = $(PYTHON) dev/bootstrap.py
.DEFAULT_GOAL := help

.PHONY: help run stop unit test test-all import reindex backup restore test-recovery test-chaos test-compose bench relevance env

help: ## Show this list
	@awk -F ':.*## ' '/^##@/ {printf "\n%s\n", substr($$0, 5)} \
	  /^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

##@ Run

run: ## Start everything; the first time also scrape the demo stores (DEV=1: development mode)
	@exec $(BOOTSTRAP) run

stop: ## Stop a `make run` of this folder (CLEAN=1: then delete its data, environment and builds, after a question)
	@exec $(BOOTSTRAP) $(if $(CLEAN),clean,stop)

env: ## Write .env for docker compose with generated secrets; existing values stay
	@exec $(PYTHON) -I dev/env.py

##@ Test

unit: ## In under a minute: ruff, mypy, unit tests, the frontend's tests; no service
	@exec $(BOOTSTRAP) unit

test: ## Linters and tests, in ten minutes (T=tests/unit/feed: that part; KEEP=1: only their services, until Ctrl-C)
	@exec $(BOOTSTRAP) $(if $(KEEP),services,test $(T) $(ARGS))

test-all: ## Tests that kill, hang or fill processes, in an hour (PART=mail: a folder of tests/proof)
	@exec $(BOOTSTRAP) test-all $(PART)

test-recovery: ## Lose a node and the disk, restore, compare the content (ARGS="-n 10000")
	@exec $(BOOTSTRAP) test-recovery $(ARGS)

test-chaos: ## Trouble after trouble while an operator edits: nothing is lost (MINUTES=30)
	@exec $(BOOTSTRAP) test-chaos --minutes $(or $(MINUTES),30) $(ARGS)

test-compose: ## The composes on a container engine: build, upgrade, restore, a lost node (ARGS="--before TAG")
	@exec $(PYTHON) -m dev.compose $(ARGS)

##@ Operate

import: ## Read a product feed: make import FEED=path BRAND=id (ARGS=--complete: products not in it are gone)
	@test -n "$(FEED)" -a -n "$(BRAND)" || { echo "Use: make import FEED=path BRAND=id [ARGS=--accept]"; exit 2; }
	@exec $(BOOTSTRAP) import "$(FEED)" "$(BRAND)" $(ARGS)

reindex: ## Rebuild the index from PostgreSQL while searches go on (FAST=1: at full speed; BACK=1: the previous one)
	@exec $(BOOTSTRAP) reindex $(if $(BACK),rollback,rebuild $(if $(FAST),--fast))

backup: ## Save catalogue, events and pictures in one file (FILE=path; EVERY=24: every 24 hours, in that folder)
	@exec $(BOOTSTRAP) backup $(if $(FILE),"$(FILE)") $(if $(EVERY),--every $(EVERY))

restore: ## Replace them by a backup's: make restore FILE=path
	@test -n "$(FILE)" || { echo "Use: make restore FILE=path"; exit 2; }
	@exec $(BOOTSTRAP) restore "$(FILE)"

##@ Measure

bench: ## Measure with a million products (N=100000: fewer; ARGS="--only search": a part)
	@exec $(BOOTSTRAP) bench $(ARGS)

relevance: ## Judge the search on graded queries (ARGS=--held-out: the half for the end)
	@exec $(BOOTSTRAP) relevance $(ARGS)

# The frontend's types of the API's own document, for oxlint, which checks them; builds and tests need none.
SCHEMA = frontend/src/lib/api/schema.ts
$(SCHEMA): $(shell find app indexer scrapers -name '*.py') frontend/package-lock.json
	@DATABASE_URL=postgresql:// ELASTICSEARCH_URL=http://127.0.0.1:9 REDIS_URL=redis:// \
	  .venv/bin/python -c 'from app.serving.wsgi import app; \
	    print(app.test_client().get("/api/openapi.json").text)' \
	  | frontend/node_modules/.bin/openapi-typescript --root-types --root-types-no-schema-prefix \
	  --output $(@D)/.schema.ts && mv $(@D)/.schema.ts $@
