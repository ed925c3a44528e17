# The checks: `dev/checks.py` runs `unit`, `test` or parts of `test-all`, two at a
# time, each one's output in one piece (make -k -O). What tests print goes to files, shown last.
BIN = .venv/bin
PYTEST = $(BIN)/python -m pytest
NPM = npm --prefix frontend run --silent
PIP_AUDIT = $(BIN)/pip-audit --require-hashes --disable-pip --progress-spinner=off \
  -r requirements.lock -r requirements-dev.lock
# A mirror of npm's packages often has no advisories: what npm says then is shown, and no failure.
NPM_AUDIT = { found=$$(npm --prefix frontend audit --omit=dev 2>&1); failed=$$?; echo "$$found"; \
  [ $$failed = 0 ] || echo "$$found" | grep -q "audit endpoint returned an error"; }
LINT = mypy ruff format import-linter prettier oxlint
PARTS = $(notdir $(patsubst %/,%,$(wildcard tests/proof/[a-z]*/)))

unit: vitest pytest-unit ruff mypy oxlint
test: pytest e2e $(LINT) vitest
test-all: $(PARTS) audit
unit test test-all: # one without a recipe would pass by doing nothing
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
audit: ; $(call run,$(PIP_AUDIT) && $(NPM_AUDIT))
prettier: ; $(call run,$(NPM) format:check)
oxlint: ; $(call run,$(NPM) lint)
vitest: ; $(call later,CI=true $(NPM) test)
pytest-unit: ; $(call later,WINKEL_TEST_NO_SERVICES=1 $(PYTEST) -q tests/unit)
pytest: ; $(call later,$(PYTEST) -n 2 --dist loadfile --durations=20 tests/unit tests/integration)
e2e: ; $(call later,$(PYTEST) --durations=5 tests/e2e)
$(PARTS): ; $(call later,$(PYTEST) --durations=10 tests/proof/$@)
.PHONY: unit test test-all $(LINT) audit vitest pytest-unit pytest e2e $(PARTS)
