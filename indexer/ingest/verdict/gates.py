"""What a run may do to the catalogue: nothing is hidden on weak evidence (faults 16, 17, 19)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from indexer.core.settings import Settings
from indexer.ingest.verdict.coverage import watched
from indexer.ingest.verdict.fields import ENDING, FieldChange, told
from indexer.ingest.verdict.value_gates import shared_reasons, unread_reasons, value_reasons
from indexer.ingest.verdict.values import ValueFacts
from indexer.models.run import ACCEPTED, Reason

FEWER = "fewer products"
COVERAGE_DROP = 0.2  # a field may be missing in this much more of the items than before
TAKEN = Reason(ACCEPTED, "Accepted by an operator")
FEW = 2  # so many products may always be missing: a small store's share says little


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may show before its result is suspect; shares are 0 to 1 (settings GATE_…)."""

    lost_share: float = 0.2  # products fewer than the trailing baseline
    price_share: float = 0.5  # products whose price changed without a reduction that is shown, …
    price_size: float = 0.1  # … when the median of the changes is larger than this
    not_understood: float = 0.05  # items of which a field says something that is not understood
    shared: float = 0.05  # cards that have another one's identity, and another name or price
    sold_out: float = 0.5  # products that could be bought and are sold out


DEFAULTS = Limits()
NO_VALUES = ValueFacts()


def limits(settings: Settings) -> Limits:
    """Return the limits that the settings give."""
    return Limits(
        settings.gate_lost_percent / 100,
        settings.gate_price_percent / 100,
        settings.gate_price_size_percent / 100,
        settings.gate_not_understood_percent / 100,
        settings.gate_shared_percent / 100,
        settings.gate_sold_out_percent / 100,
    )


@dataclass(frozen=True, slots=True)
class Baseline:
    """The brand's last runs that were trusted: the median count, and the last one's coverage."""

    found_count: int
    coverage: Mapping[str, float]
    runs: int = 1


@dataclass(frozen=True, slots=True)
class Facts:
    """What a run saw. `expected` are the fields that its configuration reads."""

    found_count: int
    coverage: Mapping[str, float]
    pages_total: int
    pages_done: int
    page_failures: tuple[Reason, ...] = ()
    stopped: Reason | None = None  # why the crawl was ended early
    expected: Collection[str] = ("price", "href", "image")
    values: ValueFacts = NO_VALUES
    limited: bool = False  # to some of the brand's pages
    left_out: str = ""  # how many cards gave no product, with samples
    identities: tuple[Reason, ...] = ()  # what is not sure of which product is which
    losses: tuple[Reason, ...] = ()  # what known products would lose, where it is too much


@dataclass(frozen=True, slots=True)
class Verdict:
    """The run's result, whether every page was read, and the reasons in words.

    `held`: a gate was tripped, so that nothing of the run is published until it is accepted. A run
    that is suspect only because pages are missing publishes what it read and hides nothing.
    """

    result: str
    complete: bool
    reasons: tuple[Reason, ...] = ()
    held: bool = False

    @property
    def may_hide(self) -> bool:
        """Return True if products that were not seen may be taken for gone."""
        return self.result == "success" and self.complete


def judge(facts: Facts, baseline: Baseline | None, limits: Limits = DEFAULTS) -> Verdict:
    """Return the verdict on a run; only "success" hides what was not seen."""
    complete = facts.stopped is None and not facts.page_failures
    complete = complete and facts.pages_done >= facts.pages_total > 0
    values = (
        *value_reasons(facts.values, limits.price_share, limits.price_size, limits.sold_out),
        *unread_reasons(facts.values.not_understood, facts.values.rows, limits.not_understood),
        *shared_reasons(facts.values.shared, facts.values.items, limits.shared),
        *facts.identities,
        *facts.losses,
    )
    if facts.stopped is not None:
        return Verdict("stopped", False, (facts.stopped, *values), held=bool(values))
    if facts.page_failures and not facts.found_count:
        return Verdict("failed", False, facts.page_failures)
    unread = _incomplete(facts, complete)
    # A few pages are no measure of how much the store offers.
    before = None if facts.limited else baseline
    few = _too_few(facts, before, limits) if complete or not facts.found_count else ()
    drops = _coverage_drops(facts, baseline)
    reasons = (*unread, *few, *drops, *values)
    # What a first run lacks takes nothing away: it is published, with a warning.
    held = bool(few or values or (drops and baseline))
    result = "suspect" if reasons else "success"
    return Verdict(result, complete and not facts.limited, reasons, held)


def accepted(verdict: Verdict) -> Verdict:
    """Return the verdict of a run that is published whatever gate would hold it."""
    if not verdict.held:
        return verdict
    reasons = (TAKEN, *verdict.reasons)
    result = "success" if verdict.result == "suspect" else verdict.result
    return replace(verdict, result=result, reasons=reasons, held=False)


def _incomplete(facts: Facts, complete: bool) -> tuple[Reason, ...]:
    if complete:
        return ()
    done = f"only {facts.pages_done} of {facts.pages_total} pages were read"
    return (Reason("pages unread", done), *facts.page_failures)


def _too_few(facts: Facts, baseline: Baseline | None, limits: Limits) -> tuple[Reason, ...]:
    if baseline is None:
        none = f"no products were found: {facts.left_out}".removesuffix(": ")
        return () if facts.found_count else (Reason(FEWER, none),)
    before = "the last time" if baseline.runs == 1 else f"the median of {baseline.runs} runs"
    if facts.found_count == 0:
        none = f"no products were found, {baseline.found_count} {before}"
        return (Reason(FEWER, f"{none}: {facts.left_out}".removesuffix(": ")),)
    lost = baseline.found_count - facts.found_count
    little = lost <= FEW and 2 * facts.found_count >= baseline.found_count
    if little or lost <= limits.lost_share * baseline.found_count:
        return ()
    words = (
        f"{facts.found_count} products were found, {baseline.found_count} {before}:"
        f" {lost / baseline.found_count:.0%} fewer, {limits.lost_share:.0%} is allowed"
    )
    return (Reason(FEWER, words, size=facts.found_count),)


def _coverage_drops(facts: Facts, baseline: Baseline | None) -> tuple[Reason, ...]:
    before = dict.fromkeys(facts.expected, 1.0)
    if baseline:
        before = watched(baseline.coverage)
    return tuple(
        Reason(
            "fields missing",
            f"{name} was found on {facts.coverage[name]:.0%} of the items,"
            f" {share:.0%} was expected",
            name,
            100 * facts.coverage[name],
        )
        for name, share in before.items()
        if name in facts.coverage and facts.coverage[name] < share - COVERAGE_DROP
    )


def loss_reasons(changes: Iterable[FieldChange]) -> list[Reason]:
    """Return why known products cannot be taken to have lost so many values, field by field."""
    many = [
        change
        for change in changes
        if change.field not in ENDING and change.lost > max(FEW, COVERAGE_DROP * change.before)
    ]
    return [
        Reason("values lost", f"{words}, {COVERAGE_DROP:.0%} may", change.field, change.lost)
        for change in many
        for words in told([change], "would lose")
    ]
