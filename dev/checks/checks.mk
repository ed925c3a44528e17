# The checks: `dev/checks/__main__.py` runs `lint`, `unit` or `test` of them, two at a time, each
# one's output in one piece (make -k -O). pytest's and vitest's go to files, which are shown last.
BIN = .venv/bin
PYTEST = $(BIN)/python -m dev.checks pytest
NPM = npm --prefix frontend run --silent
# Its cache knows a file by its own content and not by the types that it imports: CI uses none.
CACHED = $(if $(CI),,--cache --cache-strategy content --cache-location node_modules/.cache/eslint)

.PHONY: lint unit test ruff format mypy import-linter audit tsc prettier eslint vitest pytest pytest-unit
lint: mypy tsc ruff format import-linter prettier eslint
unit: vitest pytest-unit ruff mypy
test: pytest ruff format mypy import-linter audit tsc prettier eslint vitest
lint unit test: # one without a recipe would pass by doing nothing
	@for check in $^; do grep -qx $$check $(LOGS)/passed || { echo "$$check did not run"; exit 1; }; done

# A check's name, its output and its verdict.
run = @printf '\n── $@\n'; from=$$(date +%s); $1; code=$$?; took="$$(($$(date +%s) - from)) s"; \
  if [ $$code = 0 ]; then echo "── $@: passed in $$took"; echo $@ >> $(LOGS)/passed; else \
  echo "── $@: FAILED (exit code $$code) in $$took"; echo $@ >> $(LOGS)/failed; exit $$code; fi
later = $(call run,$1 > $(LOGS)/$@.log 2>&1)

ruff: ; $(call run,$(BIN)/ruff check .)
format: ; $(call run,$(BIN)/ruff format --check .)
mypy: ; $(call run,$(BIN)/mypy)
import-linter: ; $(call run,$(BIN)/lint-imports)
audit: ; $(call run,$(BIN)/python -m dev.checks.audit)
tsc: ; $(call run,$(NPM) typecheck)
prettier: ; $(call run,$(NPM) format:check)
eslint: ; $(call run,$(NPM) lint -- $(CACHED))
vitest: ; $(call later,CI=true $(NPM) test)
pytest: ; $(call later,$(PYTEST))
pytest-unit: ; $(call later,WINKEL_TEST_NO_SERVICES=1 $(BIN)/python -m pytest -q tests/unit)
