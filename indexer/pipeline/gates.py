"""What a run may do to the catalogue: nothing is hidden on weak evidence (faults 16, 17, 19)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

COUNT_SHARE = 0.5  # a complete run must find at least this share of the last good run's products
COVERAGE_DROP = 0.2  # a field may be missing in this much more of the items than before


@dataclass(frozen=True, slots=True)
class Baseline:
    """The brand's last run that was trusted."""

    found_count: int
    coverage: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a run saw. `expected` are the fields that its configuration reads."""

    found_count: int
    coverage: Mapping[str, float]
    pages_total: int
    pages_done: int
    page_failures: tuple[str, ...] = ()
    stopped: str | None = None  # why the crawl was ended early
    expected: Collection[str] = ("price", "href", "image")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The run's result, whether every page was read, and the reasons in words."""

    result: str
    complete: bool
    reasons: tuple[str, ...] = ()

    @property
    def may_hide(self) -> bool:
        """Tell whether products that were not seen may be taken for gone."""
        return self.result == "success"


def judge(facts: Facts, baseline: Baseline | None) -> Verdict:
    """Return the verdict on a run; only "success" hides what was not seen."""
    complete = facts.stopped is None and not facts.page_failures
    complete = complete and facts.pages_done >= facts.pages_total > 0
    if facts.stopped is not None:
        return Verdict("stopped", False, (facts.stopped,))
    if facts.page_failures and not facts.found_count:
        return Verdict("failed", False, facts.page_failures)
    reasons = (
        *_incomplete(facts, complete),
        *_too_few(facts, baseline),
        *_coverage_drops(facts, baseline),
    )
    return Verdict("suspect" if reasons else "success", complete, reasons)


def _incomplete(facts: Facts, complete: bool) -> tuple[str, ...]:
    if complete:
        return ()
    done = f"only {facts.pages_done} of {facts.pages_total} pages were read"
    return (done, *facts.page_failures)


def _too_few(facts: Facts, baseline: Baseline | None) -> tuple[str, ...]:
    if facts.found_count == 0:
        return ("no products were found",)
    if baseline and facts.found_count < COUNT_SHARE * baseline.found_count:
        return (f"{facts.found_count} products were found, {baseline.found_count} the last time",)
    return ()


def _coverage_drops(facts: Facts, baseline: Baseline | None) -> tuple[str, ...]:
    """Without an earlier run every field that is configured is expected on every item."""
    before = dict.fromkeys(facts.expected, 1.0)
    if baseline:
        before = dict(baseline.coverage)
    return tuple(
        f"{name} was found on {facts.coverage[name]:.0%} of the items, {share:.0%} was expected"
        for name, share in before.items()
        if name in facts.coverage and facts.coverage[name] < share - COVERAGE_DROP
    )
