"""What a run's values may be: each gate is a threshold and a sentence with the numbers."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from indexer.catalogue.prices.measure import MISREAD
from indexer.ingest.verdict.tally import Sameness, Texts
from indexer.ingest.verdict.values import PriceChange, ValueFacts
from indexer.models.run import Reason

NOT_UNDERSTOOD, ODD, ALIKE = "not understood", "odd values", "cards alike"
FEWEST = 5  # products from which a share says something
LEAP_SHARE = 0.05  # of the compared products, prices several times as high, or in other money
ZERO_SHARE = 0.05  # of the items
SAME_MORE = 0.2  # more of the items than before carry what others carry
COMMONEST = 0.3  # of the items, more than before, carry one and the same value
DISAGREE_SHARE = 0.2  # of the items with structured data


def value_reasons(
    facts: ValueFacts, price_share: float, price_size: float, sold_out: float
) -> tuple[Reason, ...]:
    """Return why a run's values cannot be taken for true; empty where they can.

    `price_share` of the prices may change by a median of more than `price_size` (0.1: a tenth), and
    the share `sold_out` of what could be bought may be so.
    """
    return (
        *_currencies(facts),
        *_leaps(facts),
        *_changes(facts, price_share, price_size),
        *_sold_out(facts, sold_out),
        *_zero(facts),
        *_same("names", facts.items, facts.names, facts.names_before),
        *_same("pictures", facts.items, facts.images, facts.images_before),
        *_disagreements(facts),
        *(Reason(ODD, words) for words in facts.oddities),
    )


def unread_reasons(
    not_understood: Mapping[str, Texts], items: int, share: float
) -> tuple[Reason, ...]:
    """Return of which fields more than this share of the items says what is not understood.

    `not_understood`: by field what stands there, once for each item.
    """
    return tuple(
        Reason(
            NOT_UNDERSTOOD,
            f"{unread_text(name, texts, items)}; {share:.0%} may be",
            name,
            len(texts),
        )
        for name, texts in not_understood.items()
        if len(texts) > max(1, share * items)
    )


def unread_text(name: str, texts: Texts, items: int) -> str:
    """Return how many items' field is not understood, with the commonest of what stands there."""
    samples = ", ".join(repr(text[:60]) for text, _ in texts.commonest(3))
    return f"the {name} of {len(texts)} of {items} products is not understood, such as {samples}"


def shared_reasons(shared: Sequence[str], items: int, share: float) -> tuple[Reason, ...]:
    """Return why cards cannot be told apart: more than this share have another one's identity."""
    if len(shared) <= max(1, share * (items + len(shared))):
        return ()
    words = f"{shared_text(shared, items)}; {share:.0%} may be"
    return (Reason(ALIKE, words, size=len(shared)),)


def shared_text(shared: Sequence[str], items: int) -> str:
    """Return how many cards were left out as they have another one's identity, with one of them."""
    return (
        f"{len(shared)} of {items + len(shared)} cards are left out: they have the link or id of"
        f" another one and show another name or price, such as {shared[0]}"
    )


def _currencies(facts: ValueFacts) -> Iterator[Reason]:
    changed = len(facts.currencies)
    for words, _ in facts.currencies.commonest(1):
        if changed > LEAP_SHARE * facts.compared:
            text = f"{changed} of {facts.compared} known prices are {words}"
            yield Reason("currency changed", text, size=changed)


def _sold_out(facts: ValueFacts, share: float) -> Iterator[Reason]:
    if facts.sold_out >= FEWEST and facts.sold_out > share * facts.in_stock:
        words = (
            f"{facts.sold_out} of {facts.in_stock} products that could be bought are sold out;"
            f" {share:.0%} may be at once"
        )
        yield Reason("sold out", words, size=facts.sold_out)


def _leaps(facts: ValueFacts) -> Iterator[Reason]:
    leaps, largest = facts.changes.leaps(), facts.changes.largest
    is_absurd = largest is not None and largest.size >= MISREAD
    if largest and (is_absurd or leaps > max(1, LEAP_SHARE * facts.compared)):
        words = (
            f"{leaps} of {facts.compared} known prices became several times as high or low,"
            f" such as {_change_text(largest)}"
        )
        yield Reason("prices leapt", words, size=leaps)


def _changes(facts: ValueFacts, share: float, size: float) -> Iterator[Reason]:
    changed, first = len(facts.changes), facts.changes.first
    if first is None or changed < FEWEST or changed <= share * facts.compared:
        return
    if facts.changes.median_size <= 1 + Decimal(str(size)):
        return
    words = (
        f"{changed} of {facts.compared} known prices changed with no reduction shown, the median"
        f" by {_times(facts.changes.median_ratio)}, such as {_change_text(first)};"
        f" {share:.0%} may change by more than {size:.0%}"
    )
    yield Reason("prices changed", words, size=changed)


def _zero(facts: ValueFacts) -> Iterator[Reason]:
    if facts.zero_prices > max(1, ZERO_SHARE * facts.items):
        words = f"{facts.zero_prices} of {facts.items} products show a price of 0"
        yield Reason("prices of 0", words, size=facts.zero_prices)


def _same(what: str, items: int, now: Sameness, before: Sameness | None) -> Iterator[Reason]:
    if items < FEWEST:
        return
    was = before or Sameness()
    if now.commonest > was.commonest + COMMONEST:
        compared = f", {was.commonest:.0%} before" if before else ""
        words = f"{now.commonest:.0%} of the {what} are the same{compared}: {now.value[:100]!r}"
        yield Reason(ODD, words, what, 100 * now.commonest)
    elif before is not None and now.repeated > was.repeated + SAME_MORE:
        words = (
            f"{now.repeated:.0%} of the {what} repeat another product's, {was.repeated:.0%} before,"
            f" such as {now.value[:100]!r}"
        )
        yield Reason(ODD, words, what, 100 * now.repeated)


def _disagreements(facts: ValueFacts) -> Iterator[Reason]:
    if facts.disagreeing and facts.disagreeing > DISAGREE_SHARE * facts.checked:
        words = (
            f"on {facts.disagreeing} of {facts.checked} products the page's structured data"
            f" contradicts what the selectors read, such as {facts.disagreement}"
        )
        yield Reason("page contradicts itself", words, size=facts.disagreeing)


def _change_text(change: PriceChange) -> str:
    return (
        f"{change.before} \N{RIGHTWARDS ARROW} {change.after}"
        f" ({_times(change.ratio)}) of {change.name[:60]!r}"
    )


def _times(ratio: Decimal) -> str:
    """Return a ratio as people say it: ×100, ÷100, +12%, -20%."""
    if ratio >= 2:
        return f"×{_short(ratio)}"
    if ratio <= Decimal("0.5"):
        return f"÷{_short(1 / ratio)}"
    return f"{'+' if ratio > 1 else ''}{_short((ratio - 1) * 100)}%"


def _short(number: Decimal) -> str:
    return f"{float(number):.4g}"
