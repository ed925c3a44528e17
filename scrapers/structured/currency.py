"""The currency of a page: what it states, and the signs that stand at its amounts. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from scrapers.structured.schema_org import documents, product_nodes, structured_product
from scrapers.values.offers import HOME_CURRENCY
from scrapers.values.price.amounts import read_amounts
from scrapers.values.price.currencies import CODES
from scrapers.values.price.price_text import from_text, join

ANY = "XXX"  # ISO's code for no currency: only signs that are certain count
# Of a sign's currencies, the one that is meant where nothing else decides.
USUAL = ("USD", "JPY", "SEK")


@dataclass(frozen=True, slots=True)
class PageCurrency:
    """A page's currency; `doubt` names what contradicts it, `sure` is 0 to 1.

    Where its signs are of several currencies and nothing names one, `code` is a guess.
    """

    code: str
    sure: float
    doubt: str = ""

    @property
    def is_named(self) -> bool:
        """Return False for a guess."""
        return self.sure > GUESS


GUESS = 0.1


def currency_of(metadata: dict[str, Any], texts: Iterable[str]) -> PageCurrency:
    """Return the currency that the page states and that the amounts in its texts are printed in.

    A sign of several currencies is that of the page's statement, otherwise what another source of
    the shop has (`shop`). Where nothing has one it is ours, with a doubt for a shop elsewhere.
    Where a statement and the signs exclude one another the signs are taken, as the prices are read
    by them, and the contradiction is reported.
    """
    stated, printed = _declared_codes(metadata), printed_in(texts)
    agreed = [code for code in stated if code in printed] if printed else stated
    shop = metadata.get("shop")
    if agreed:
        rivals = f"the page states {' and '.join(agreed)}" if len(agreed) > 1 else ""
        return PageCurrency(agreed[0], 0.5 if rivals else 0.95, rivals)
    if stated:
        code = _choose(printed, shop)
        words = f"the page states {' and '.join(stated)}, its prices are printed in {code}"
        return PageCurrency(code, 0.3, words)
    if not printed:
        language = (metadata["language"] or "").replace("_", "-").casefold()
        host = urlsplit(metadata["url"]).hostname or ""
        is_known = shop or language == "af" or language.endswith("-za") or host.endswith(".za")
        words = "" if is_known else "neither the page nor a sign at its prices names one"
        return PageCurrency(shop or HOME_CURRENCY, 0.5 if is_known else 0.3, words)
    if len(printed) > 1 and shop not in printed:
        words = "the sign at its prices is that of several currencies, and nothing names one"
        return PageCurrency(_choose(printed, shop), GUESS, words)
    return PageCurrency(_choose(printed, shop), 0.95 if len(printed) == 1 else 0.8)


def _choose(printed: frozenset[str], shop: str | None) -> str:
    if shop is not None and shop in printed:
        return shop
    return next((code for code in USUAL if code in printed), min(printed))


def printed_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the currencies that most of the signs at amounts allow; empty without a sign."""
    votes = Counter(code for text in texts for code in _signs(text))
    most = max(votes.values(), default=0)
    return frozenset(code for code, count in votes.items() if count == most)


def _signs(text: str) -> frozenset[str]:
    amounts = read_amounts(join([from_text(text)]), ANY).found
    return frozenset().union(*(amount.number.codes for amount in amounts))


def _declared_codes(metadata: dict[str, Any]) -> list[str]:
    products = [node for data in documents(metadata["linked"]) for node in product_nodes(data)]
    linked = Counter(structured_product(node, "JSON-LD").currency for node in products)
    stated = [metadata["currency"], metadata["written"], *dict(linked.most_common())]
    codes = ((code or "").strip().upper() for code in stated)
    return list(dict.fromkeys(code for code in codes if code in CODES))
