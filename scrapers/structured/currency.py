"""The currency of a page: what it states, and the signs that stand at its amounts. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from scrapers.structured.schema_org import documents, product_nodes, structured_product
from scrapers.values.price.amounts import read_amounts
from scrapers.values.price.currencies import CODES
from scrapers.values.price.price_text import joined, unmarked

ANY = "XXX"  # ISO's code for no currency: only signs that are certain count
# Of a sign's currencies, the one that is meant where nothing else decides.
USUAL = ("USD", "GBP", "JPY", "INR", "SEK", "ZAR", "EUR")
# ISO 4217 by ISO 3166-1, each currency's countries; UK is a domain, no code.
_COUNTRIES = {
    "EUR": "AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT"
    " RE SI SK SM TF VA XK YT",
    "USD": "US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI",
    "GBP": "GB UK GG IM JE GS",
    "AUD": "AU CC CX HM KI NF NR TV",
    "NZD": "NZ CK NU PN TK",
    "CHF": "CH LI",
    "DKK": "DK FO GL",
    "NOK": "NO BV SJ",
    "XAF": "CF CG CM GA GQ TD",
    "XOF": "BF BJ CI GW ML NE SN TG",
    "XPF": "NC PF WF",
    "XCD": "AG AI DM GD KN LC MS VC",
    "XCG": "CW SX",
    "ILS": "IL PS",
    "MAD": "MA EH",
}
# The others have one country each, with whose code the currency's begins.
_OWN = (
    "AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD"
    " CAD CDF CLP CNY COP CRC CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ"
    " GYD HKD HNL HTG HUF IDR INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK"
    " LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NPR OMR"
    " PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP"
    " STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST YER ZAR ZMW"
    " ZWG"
)
BY_COUNTRY = {
    country: currency for currency, listed in _COUNTRIES.items() for country in listed.split()
} | {entry[:2]: entry[:3] for entry in _OWN.split()}
# Domains that shops of all countries use, too: a country's only in its language, or never.
_ANYWHERE = (
    "AC AD AI AM AS BZ CC CD DJ FM GG GL IM IO JE LA LY ME MS NU PW SH SR ST TK TO TV VC VG WS"
)
GENERIC = {**dict.fromkeys(_ANYWHERE.split(), "-"), "CO": "es", "SC": "fr"}
# A language without a region, where it has one country.
BY_LANGUAGE = {
    **{"sv": "SEK", "da": "DKK", "nb": "NOK", "nn": "NOK", "no": "NOK", "is": "ISK", "ja": "JPY"},
    **{"zh": "CNY", "pl": "PLN", "cs": "CZK", "hi": "INR", "af": "ZAR"},
    **dict.fromkeys("nl de fr es it pt fi el".split(), "EUR"),
}


@dataclass(frozen=True, slots=True)
class PageCurrency:
    """A page's currency; `doubt` says what contradicts it, `sure` is 0 to 1.

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
    the shop says (`shop`), otherwise of its country: its language's region, or its address. Where a
    statement and the signs exclude one another the signs are taken, as the prices are read by them,
    and the contradiction is told.
    """
    stated, printed = _stated(metadata), printed_in(texts)
    agreed = [code for code in stated if code in printed] if printed else stated
    local = _local_currency(metadata)
    if agreed:
        rivals = f"the page states {' and '.join(agreed)}" if len(agreed) > 1 else ""
        return PageCurrency(agreed[0], 0.5 if rivals else 0.95, rivals)
    if stated:
        code = _chosen(printed, local)
        words = f"the page states {' and '.join(stated)}, its prices are printed in {code}"
        return PageCurrency(code, 0.3, words)
    if not printed:
        return PageCurrency(local or "ZAR", 0.5)
    if len(printed) > 1 and local not in printed:
        words = "the sign at its prices is that of several currencies, and nothing names one"
        return PageCurrency(_chosen(printed, local), GUESS, words)
    return PageCurrency(_chosen(printed, local), 0.95 if len(printed) == 1 else 0.8)


def _chosen(printed: frozenset[str], local: str | None) -> str:
    if local in printed:
        return str(local)
    return next((code for code in USUAL if code in printed), min(printed))


def printed_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the currencies that most of the signs at amounts allow; empty without a sign."""
    votes = Counter(code for text in texts for code in _signs(text))
    most = max(votes.values(), default=0)
    return frozenset(code for code, count in votes.items() if count == most)


def _signs(text: str) -> frozenset[str]:
    amounts = read_amounts(joined([unmarked(text)]), ANY).found
    return frozenset().union(*(amount.codes for amount in amounts))


def _stated(metadata: dict[str, Any]) -> list[str]:
    products = [node for data in documents(metadata["linked"]) for node in product_nodes(data)]
    linked = Counter(structured_product(node, "JSON-LD").currency for node in products)
    stated = [
        metadata["currency"],
        metadata["written"],
        *(code for code, _ in linked.most_common()),
    ]
    codes = ((code or "").strip().upper() for code in stated)
    return list(dict.fromkeys(code for code in codes if code in CODES))


def _local_currency(metadata: dict[str, Any]) -> str | None:
    language = (metadata["language"] or "").replace("_", "-")
    if (shop := metadata.get("shop")) in CODES:
        return str(shop)
    region = language.partition("-")[2][-2:].upper()
    domain = (urlsplit(metadata["url"]).hostname or "").rpartition(".")[2].upper()
    if GENERIC.get(domain, language[:2].lower()) != language[:2].lower():
        domain = ""
    by_country = BY_COUNTRY.get(region) or BY_COUNTRY.get(domain)
    return by_country or BY_LANGUAGE.get(language[:2].lower())
