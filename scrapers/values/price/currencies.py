"""Currencies: ISO 4217's codes and the signs that are read; any other sign is an unknown word."""

import re
from functools import lru_cache

CODES = frozenset(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP"
    " BYN BYR BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD"
    " FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY"
    " KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO"
    " MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON"
    " RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT"
    " TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VEF VES VND VUV WST XAF XCD XCG XOF XPF YER"
    " ZAR ZMW ZWG ZWL".split()
)
DECIMALS = dict.fromkeys("BHD IQD JOD KWD LYD OMR TND".split(), 3)
_DOLLARS = frozenset("USD AUD CAD NZD HKD SGD NAD MXN ARS CLP COP".split())
SIGNS = {code: frozenset({code}) for code in CODES} | {
    **dict.fromkeys(("R", "r", "Rand", "rand"), frozenset({"ZAR"})),
    **dict.fromkeys(("US$", "US $"), frozenset({"USD"})),
    **dict.fromkeys(("L", "M"), frozenset({"LSL"})),
    **dict.fromkeys(("kr", "kr."), frozenset({"SEK", "NOK", "DKK", "ISK"})),
    "$": _DOLLARS,
    "€": frozenset({"EUR"}),
    "£": frozenset({"GBP"}),
    "¥": frozenset({"JPY", "CNY"}),
    "A$": frozenset({"AUD"}),
    "N$": frozenset({"NAD"}),
    "P": frozenset({"BWP"}),
    "E": frozenset({"SZL"}),
    "zł": frozenset({"PLN"}),  # of a saved store (tests/stores/real)
}
# Signs of letters that are words or sizes as well: they never contradict a brand's currency.
_UNSURE = frozenset("r P E L M ALL TOP TRY CUP GEL PEN SOS MAD BAM LAK MOP".split())


@lru_cache(maxsize=1)
def sign_pattern() -> re.Pattern[str]:
    """Return the pattern of all signs. None is next to a letter or another sign: "NZ$", "Rs"."""
    longest = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?<![$€£¥])(?:{longest})(?![^\W\d_]|[$€£¥])")


def is_sure(sign: str) -> bool:
    """Return True if a printed sign is certain to be a currency's, or one of a few."""
    return sign not in _UNSURE
