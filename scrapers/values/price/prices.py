"""Reads price texts by markup and words: "R 1 299,99", "Was R999 Now R499", …

Each amount becomes an offer with its words; `scrapers.values.offers` has the rule from
there to the price. Of a range, and of "from R299", that is the lowest.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from scrapers.values.offers import Kind, Offer, Price, price
from scrapers.values.price.amounts import OPEN, Amount, Amounts, Phrase, Role, read_amounts
from scrapers.values.price.currencies import DECIMALS
from scrapers.values.price.price_text import LONGEST, PriceText, from_text, join, quote_texts
from scrapers.values.reading import quote

NEAR = Decimal("0.2")  # the ratio below which two unlabelled amounts are no price and reduction
MOST_OF_PACK = Decimal("0.6")  # a piece alone costs less than this part of its pack
MOST_TAX = Decimal("1.3")  # the ratio up to which an amount may be another one with tax
TOO_LONG = "the text is too long for a price"
FREE = {Role.NEUTRAL, Role.FROM, Role.NOW, Role.PUBLIC, Role.USUAL, Role.WAS}
KINDS = {Role.UNIT: Kind.UNIT, Role.PART: Kind.BESIDE}


class CurrencyMismatchError(ValueError):
    """A price is printed in another currency than the brand's; the message names both."""


def parse_price(text: str, currency: str) -> Price:
    """Read a text without markup; see `read_price`."""
    return read_price([from_text(text)], currency)


def read_price(texts: Iterable[PriceText], currency: str) -> Price:
    """Read the price of one or more nodes in `currency`.

    Raises CurrencyMismatchError when only amounts of another currency are printed.
    """
    nodes = list(texts)
    whole = join(nodes, DECIMALS.get(currency, 2)).text  # bounded, unlike the nodes
    if len(whole) > LONGEST:
        return Price(text=whole[:LONGEST], note=TOO_LONG)
    result = price(list(printed_offers(nodes, currency)), currency)
    result = replace(result, text=quote_texts(nodes)[:LONGEST]) if result.text else result
    return result if result.value is None else replace(result, origin=quote(quote_texts(nodes)))


def printed_offers(nodes: list[PriceText], currency: str) -> Iterator[Offer]:
    """Yield the offers of one or more nodes; raises CurrencyMismatchError as `read_price` does."""
    printed = read_amounts(join(nodes, DECIMALS.get(currency, 2)), currency)
    own = _own_currency(printed.found, currency, nodes)
    yield from _offers(printed._replace(found=own), currency)


def _own_currency(printed: list[Amount], currency: str, nodes: list[PriceText]) -> list[Amount]:
    foreign = [a for a in printed if a.number.sure and currency not in a.number.codes]
    if foreign and not any(currency in amount.number.codes for amount in printed):
        codes = sorted(set.union(*(set(amount.number.codes) for amount in foreign)))
        raise CurrencyMismatchError(
            f"The price {quote_texts(nodes)[:80]!r} is printed in {', '.join(codes)},"
            f" but the brand's currency is {currency}."
        )
    own = [a for a in printed if not a.number.codes or currency in a.number.codes]
    for amount in own:
        if amount.in_brackets and len(own) > 1 and amount.roles <= {Role.NEUTRAL}:
            amount.take([Phrase(Role.CONDITION, "=", "()")])
    paid = sorted(amount.value for amount in own if amount.role in FREE - {Role.USUAL, Role.WAS})
    for amount in own:
        if not paid or MOST_OF_PACK * amount.value <= paid[0] <= paid[-1] <= amount.value:
            amount.roles.discard(Role.PACK)  # it is what is sold
    return own


def _offers(printed: Amounts, currency: str) -> Iterator[Offer]:
    """Yield an offer for each amount that is one; an ordinary price goes with the reduced one."""
    parts = {a.value for a in printed.found if Role.PART in a.roles and a.value}
    free = [a for a in printed.found if a.role in FREE and a.value not in parts]
    units = [amount for amount in printed.found if amount.role is Role.UNIT]
    paid = [amount for amount in free if amount.value]
    yield from (
        _price_offers(paid, printed, currency) if paid else (Offer(a.value, currency) for a in free)
    )
    for amount in printed.found:
        if amount.role in FREE or amount.role is Role.ASIDE:
            continue
        is_goods = amount.role is Role.UNIT and len(units) == len(printed.found)
        yield Offer(
            amount.value,
            currency,
            kind=Kind.SALE if is_goods else KINDS.get(amount.role, Kind.SALE),
            with_tax=False if amount.role is Role.UNTAXED else None,
            words=" ".join(amount.words) or "?" if amount.role in OPEN else "",
        )


def _price_offers(paid: list[Amount], printed: Amounts, currency: str) -> Iterator[Offer]:
    """Yield what everybody pays: the reduced amounts, or plain ones, or an ordinary one alone."""
    public = [amount for amount in paid if amount.role is Role.PUBLIC]
    now = public or [amount for amount in paid if amount.role is Role.NOW]
    reduced = [amount.roles for amount in printed.found if Role.NOW in amount.roles]
    is_open = any(roles & {Role.ASIDE, Role.UNKNOWN} for roles in reduced)
    plain = [a for a in paid if a.role in {Role.NEUTRAL, Role.FROM} and not is_open]
    before = [amount for amount in paid if amount.role in {Role.USUAL, Role.WAS}]
    if now and plain and not before:
        least = min(amount.value for amount in now)
        before = [amount for amount in plain if amount.value > least]
        if not public and any(amount.value < least for amount in plain):
            return  # "Sale! R599 R499"
    is_reduced = any(amount.roles & {Role.NOW, Role.UNKNOWN} for amount in printed.found)
    usual = [amount for amount in before if amount.role is Role.USUAL and not is_reduced]
    current = now or plain or usual
    if not current and len(paid) == len(printed.found):
        current = before  # struck through, and nothing beside it
    if current:
        yield _lowest(current, before, printed, currency)


def _lowest(current: list[Amount], before: list[Amount], printed: Amounts, currency: str) -> Offer:
    """Return the lowest of a range or of similar amounts; of those far apart none is sure."""
    values = [amount.value for amount in current]
    lowest, highest = min(values), max(values)
    is_range = any(amount.ranged for amount in current)
    if not is_range and lowest < NEAR * highest:
        if values[0] == lowest:
            return Offer(lowest, currency, words="another amount that is many times higher")
        lowest = highest = values[0]
    taxed = [amount.value for amount in current if Role.TAXED in amount.roles]
    if lowest < min(taxed, default=lowest) <= MOST_TAX * lowest:
        return Offer(lowest, currency, words="another amount that includes tax")
    if before:
        higher = [amount.value for amount in before if amount.value > lowest]
        return Offer(lowest, currency, ordinary=min(higher, default=None))
    is_pair = printed.is_reduced and not is_range and highest > lowest
    return Offer(lowest, currency, ordinary=highest if is_pair else None)


def is_neutral(label: str) -> bool:
    """Return True if a label only marks an amount as the price."""
    found = read_amounts(join([from_text(f"{label} : 1")]), "XXX").found
    return not label or (len(found) == 1 and found[0].role in FREE)
