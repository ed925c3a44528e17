"""What a run may do to the catalogue: nothing is hidden on weak evidence (faults 16, 17, 19)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import inf
from typing import NamedTuple

from indexer.catalogue.prices import MISREAD
from indexer.core.settings import Settings
from indexer.ingest.gates.fields import ENDING, FieldChange, changes_of, describe_changes
from indexer.ingest.gates.figures import IN_STOCK, Figures
from indexer.models.run import ACCEPTED, Reason

FEWER = "fewer products"
COVERAGE_DROP = 0.2  # a field may be missing in this much more of the items than before
TAKEN = Reason(ACCEPTED, "Accepted by an operator")
FEWEST = 5  # products from which a share is evidence
LEAP_SHARE = 0.05  # of the compared products, prices several times as high, or in other money
ZERO_SHARE = 0.05  # of the items
SAME_MORE = 0.2  # more of the items than before carry what others carry
COMMONEST = 0.3  # of the items, more than before, carry one and the same value
DISAGREE_SHARE = 0.2  # of the items with structured data
ADDED_SHARE = 0.3  # of the known names may gain the same words
# That may not all be the same: a small shop may well have one price for all that it sells, and a
# reading that takes one number for each price does so on a list of any length.
FEWEST_PRICES = 30
NEARLY_ALL = 0.9
NOT_UNDERSTOOD, ODD, ALIKE = "not understood", "odd values", "cards alike"
LEAPT, CHANGED = "prices leapt", "prices changed"  # their sentences show one of the prices
FEW = 2  # so many products may always be missing: a small store's share is weak evidence


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may show before its result is suspect; shares are 0 to 1 (settings GATE_…)."""

    lost_share: float = 0.2  # products fewer than the trailing baseline
    price_share: float = 0.5  # products whose price changed without a reduction that is shown, …
    price_size: float = 0.1  # … when the median of the changes is larger than this
    not_understood: float = 0.05  # items with a field that is not understood
    shared: float = 0.05  # cards that have another one's identity, and another name or price
    sold_out: float = 0.5  # products that could be bought and are sold out


DEFAULTS = Limits()


def limits(settings: Settings) -> Limits:
    names = ("lost", "price", "price_size", "not_understood", "shared", "sold_out")
    return Limits(*(getattr(settings, f"gate_{name}_percent") / 100 for name in names))


@dataclass(frozen=True, slots=True)
class Baseline:
    """The brand's last runs that were trusted: the median count, and the last one's coverage."""

    found_count: int
    coverage: Mapping[str, float]
    runs: int = 1


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


def judge(run: Figures, baseline: Baseline | None, limits: Limits = DEFAULTS) -> Verdict:
    """Return the verdict on a run; only "success" hides what was not seen."""
    complete = run.stopped is None and not run.page_failures
    complete = complete and run.pages_done >= run.pages_total > 0
    values = (*value_reasons(run, limits), *run.identities)
    if run.stopped is not None:
        return Verdict("stopped", False, (run.stopped, *values), held=bool(values))
    if run.page_failures and not run.found_count:
        return Verdict("failed", False, run.page_failures)
    unread = _incomplete(run, complete)
    # A few pages are no measure of how much the store offers.
    before = None if run.limited else baseline
    few = _too_few(run, before, limits) if complete or not run.found_count else ()
    drops = _coverage_drops(run, baseline)
    is_whole = complete and not run.limited
    if is_whole and not (unread or few or drops or values):
        # What it lacks would be taken from known products.
        values = tuple(loss_reasons(changes_of(run.carried)))
    reasons = (*unread, *few, *drops, *values)
    # What a first run lacks takes nothing away: it is published, with a warning.
    held = bool(few or values or (drops and baseline))
    return Verdict("suspect" if reasons else "success", is_whole, reasons, held)


def force_accept(verdict: Verdict) -> Verdict:
    """Return the verdict of a run that is published whatever gate would hold it."""
    if not verdict.held:
        return verdict
    reasons = (TAKEN, *verdict.reasons)
    result = "success" if verdict.result == "suspect" else verdict.result
    return replace(verdict, result=result, reasons=reasons, held=False)


def _incomplete(run: Figures, complete: bool) -> tuple[Reason, ...]:
    if complete:
        return ()
    done = f"only {run.pages_done} of {run.pages_total} pages were read"
    return (Reason("pages unread", done), *run.page_failures)


def _too_few(run: Figures, baseline: Baseline | None, limits: Limits) -> tuple[Reason, ...]:
    if baseline is None:
        none = f"no products were found: {run.left_out}".removesuffix(": ")
        return () if run.found_count else (Reason(FEWER, none),)
    before = "the last time" if baseline.runs == 1 else f"the median of {baseline.runs} runs"
    if run.found_count == 0:
        none = f"no products were found, {baseline.found_count} {before}"
        return (Reason(FEWER, f"{none}: {run.left_out}".removesuffix(": ")),)
    lost = baseline.found_count - run.found_count
    little = lost <= FEW and 2 * run.found_count >= baseline.found_count
    if little or lost <= limits.lost_share * baseline.found_count:
        return ()
    words = (
        f"{run.found_count} products were found, {baseline.found_count} {before}:"
        f" {lost / baseline.found_count:.0%} fewer, {limits.lost_share:.0%} is allowed"
    )
    return (Reason(FEWER, words, size=run.found_count),)


def watched_shares(shares: Mapping[str, float]) -> dict[str, float]:
    """Return the shares of fields, which all items should carry."""
    return {name: float(share) for name, share in shares.items() if name != IN_STOCK}


def _coverage_drops(run: Figures, baseline: Baseline | None) -> tuple[Reason, ...]:
    before = dict.fromkeys(run.expected, 1.0)
    if baseline:
        before = watched_shares(baseline.coverage)
    return tuple(
        Reason(
            "fields missing",
            f"{name} was found on {run.coverage[name]:.0%} of the items, {share:.0%} was expected",
            name,
            100 * run.coverage[name],
        )
        for name, share in before.items()
        if name in run.coverage and run.coverage[name] < share - COVERAGE_DROP
    )


def loss_reasons(changes: Iterable[FieldChange]) -> list[Reason]:
    """Return why known products cannot be taken to have lost so many values, field by field."""
    many = [
        change
        for change in changes
        if change.field not in ENDING and change.lost > max(FEW, COVERAGE_DROP * change.before)
    ]
    return [
        Reason(
            "values lost", f"{words}; at most {COVERAGE_DROP:.0%} may", change.field, change.lost
        )
        for change in many
        for words in describe_changes([change], "would lose")
    ]


class Gate(NamedTuple):
    """Holds a run whose figure is more than may be; `words` are formatted with `f` and `may`."""

    code: str
    of: str
    figure: Callable[[Figures], float]
    most: Callable[[Figures, Limits], float]
    words: str


GATES = (
    Gate("currency changed", "", lambda f: f.currencies.total, lambda f, _: LEAP_SHARE * f.compared,
         "{f.currencies.total} of {f.compared} known prices are {f.currencies.value}"),
    Gate(LEAPT, "", lambda f: f.leaps,
         lambda f, _: 0 if f.largest_size >= MISREAD else max(1, LEAP_SHARE * f.compared),
         "{f.leaps} of {f.compared} known prices became several times as high or low, such as"
         " {largest}"),
    Gate(CHANGED, "", lambda f: f.changed if f.changed >= FEWEST else 0,
         lambda f, may: may.price_share * f.compared if f.median_size > 1 + may.price_size else inf,
         "{f.changed} of {f.compared} known prices changed with no reduction shown, typically"
         " {typically}, such as {first}; at most {may.price_share:.0%} may change by more than"
         " {may.price_size:.0%}"),
    Gate("sold out", "", lambda f: f.sold_out if f.sold_out >= FEWEST else 0,
         lambda f, may: may.sold_out * f.in_stock,
         "{f.sold_out} of {f.in_stock} products that could be bought are sold out; at most"
         " {may.sold_out:.0%} may be at once"),
    Gate("prices of 0", "", lambda f: f.zero_prices, lambda f, _: max(1, ZERO_SHARE * f.items),
         "{f.zero_prices} of {f.items} products show a price of 0"),
    *(Gate(ODD, what, lambda f, what=what: _odd(f, what)[0], lambda *_: 0,  # type: ignore[misc]
           "{" + what + "}") for what in ("names", "pictures")),
    Gate("page contradicts itself", "", lambda f: f.disagreeing,
         lambda f, _: DISAGREE_SHARE * f.checked,
         "on {f.disagreeing} of {f.checked} products the page's structured data contradicts what"
         " the selectors read, such as {f.contradicts}"),
    Gate(ODD, "words", lambda f: f.gained.most if f.known and f.gained.most >= FEWEST else 0,
         lambda f, _: ADDED_SHARE * f.met,
         "{f.gained.most} of {f.met} known names gained the same words: {f.gained.value!r}"),
    # A first run has nothing to be compared with: it is judged by what is odd in its own values.
    Gate(ODD, "same price",
         lambda f: f.same_price.most if f.same_price.total >= FEWEST_PRICES else 0,
         lambda f, _: inf if f.known else _nearly_all(f.same_price.total),
         "{f.same_price.most} of {f.same_price.total} prices are the same, {f.same_price.value}"),
    Gate(ODD, "prices apart", lambda f: len(f.gap), lambda f, _: inf if f.known else 0,
         "{f.gap[0]} prices are {f.gap[2]} or less and {f.gap[1]} are {f.gap[3]} or more, with none"
         " between: one kind is read wrongly, or two lists are read as one"),
    Gate(ODD, "prices shifted", lambda f: len(f.shift), lambda f, _: inf if f.known else 0,
         "products of {f.shift[0]} kinds cost {shifted} beside other stores' of these kinds: their"
         " amounts seem to be read wrongly"),
    Gate(ODD, "endings", lambda f: f.endings.most if f.items >= FEWEST else 0,
         lambda f, _: inf if f.known else _nearly_all(f.items),
         "{f.endings.most} of {f.items} names end with the same words: {f.endings.value!r}"),
)  # fmt: skip


def value_reasons(figures: Figures, limits: Limits) -> tuple[Reason, ...]:
    """Return why a run's values cannot be taken for true; empty where they can."""
    words = {what: _odd(figures, what)[1] for what in ("names", "pictures")}
    words |= {"first": _change(figures.first), "largest": _change(figures.largest)}
    words["typically"] = times(figures.median_ratio)
    words["shifted"] = times(figures.shift[1]) if figures.shift else ""
    reasons = [
        Reason(gate.code, gate.words.format(f=figures, may=limits, **words), gate.of, float(figure))
        for gate in GATES
        if (figure := gate.figure(figures)) > gate.most(figures, limits)
    ]
    return (
        *reasons,
        *_unread(figures, limits.not_understood),
        *_shared_links(figures, limits.shared),
    )


def _unread(figures: Figures, share: float) -> Iterator[Reason]:
    for name, unread in figures.unread.items():
        if unread.products > max(1, share * figures.rows):
            words = f"{unread.text(name, figures.rows)}; at most {share:.0%} may be"
            yield Reason(NOT_UNDERSTOOD, words, name, unread.products)


def _shared_links(figures: Figures, share: float) -> Iterator[Reason]:
    count = len(figures.shared)
    if count > max(1, share * (figures.items + count)):
        words = f"{shared_text(figures.shared, figures.items)}; at most {share:.0%} may be"
        yield Reason(ALIKE, words, size=count)


def shared_text(shared: Sequence[str], items: int) -> str:
    """Return how many cards were left out as they have another one's identity, with one of them."""
    return (
        f"{len(shared)} of {items + len(shared)} cards are left out: they have the link or id of"
        f" another one and show another name or price, such as {shared[0]}"
    )


def _odd(figures: Figures, what: str) -> tuple[float, str]:
    """Return the share in percent that is the same or repeats others, and how; 0: as before."""
    now, was = getattr(figures, what), getattr(figures, f"{what}_before")
    if figures.items < FEWEST:
        return 0, ""
    if now.commonest > was.commonest + COMMONEST:
        before = f", {was.commonest:.0%} before" if figures.known else ""
        words = f"{now.commonest:.0%} of the {what} are the same{before}: {now.value!r}"
        return 100 * now.commonest, words
    if figures.known and now.repeated_share > was.repeated_share + SAME_MORE:
        return 100 * now.repeated_share, (
            f"{now.repeated_share:.0%} of the {what} repeat another product's,"
            f" {was.repeated_share:.0%} before,"
            f" such as {now.value!r}"
        )
    return 0, ""


def _nearly_all(count: int) -> float:
    return max(0.0, NEARLY_ALL * count - 0.001)  # the share itself holds, too


def _change(change: Sequence[str]) -> str:
    if not change:
        return ""
    before, after, name = Decimal(change[0]), Decimal(change[1]), change[2]
    size = times(float(after / before))
    return f"{before:,} \N{RIGHTWARDS ARROW} {after:,} ({size}) of {name[:60]!r}"


def times(ratio: float) -> str:
    """Return how much more or less a price is: "100 times as much", "20% less"."""
    if ratio >= 2:
        return f"{ratio:,.4g} times as much"
    if ratio <= 1 / 2:
        return f"{1 / ratio:,.4g} times less"
    return f"{abs(ratio - 1) * 100:.4g}% {'more' if ratio > 1 else 'less'}"
