"""Currencies and the signs that stores print for them: ISO 4217, from price-parser's data."""

import re
from functools import lru_cache

from price_parser._currencies import CURRENCIES

# Entries of the data that no store has as currency: metals, funds, tests, names of countries.
_NO_MONEY = frozenset(
    "BOV CHE CHW CLF COU MXV PRB TVD USN UYI VAL XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA"
    " XXX NTD RMB AFL".split()
)
_NEWER = frozenset("BYN CUC MRU SLE STN VED VES XCG ZWG".split())  # newer than the data
CODES = frozenset(CURRENCIES) - _NO_MONEY | _NEWER
DECIMALS = dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)

# Signs besides those of the data. "C $25" is written with a space, too.
_WRITTEN = {
    "AUD": "A$ AU$ AUD$",
    "BGN": "лв лв.",
    "BWP": "P",
    "CAD": "C$ CA$ CAD$ CDN$ Can$",
    "CHF": "Fr. SFr. sFr. Fr Sfr.",
    "CNY": "CN¥ RMB 元 ¥",
    "CZK": "Kč kč",
    "DKK": "kr kr. Kr Kr. KR Dkr",
    "EUR": "€ Euro euro Euros euros",
    "GBP": "£",
    "GHS": "GH₵ ₵ GHC",
    "HKD": "HK$ HKD$",
    "HUF": "Ft",
    "IDR": "Rp Rp.",
    "INR": "₹ Rs Rs.",
    "ISK": "kr kr. Kr",
    "JPY": "¥ ￥ 円 JP¥",
    "KES": "KSh Ksh KSH Kes KES/",
    "KRW": "₩ 원",
    "KZT": "₸",
    "LKR": "Rs Rs.",
    "LSL": "M",
    "MUR": "Rs Rs.",
    "MXN": "MX$ Mex$",
    "MYR": "RM",
    "MZN": "MT MTn",
    "NAD": "N$",
    "NGN": "₦",
    "NOK": "kr kr. Kr Kr. KR Nkr",
    "NPR": "Rs Rs.",
    "NZD": "NZ$ NZD$",
    "PEN": "S/ S/.",
    "PHP": "₱",
    "PKR": "Rs Rs. ₨",
    "PLN": "zł zl Zł PLN",
    "RON": "lei Lei LEI",
    "RSD": "din. дин. din RSD",
    "RUB": "₽ руб руб. рублей Р р.",
    "SCR": "Rs Rs.",
    "SEK": "kr kr. Kr Kr. KR Skr :-",
    "SGD": "S$ SG$ SGD$",
    "SZL": "E",
    "TRY": "₺ TL",
    "TWD": "NT$",
    "TZS": "TSh Tsh",
    "UAH": "₴ грн грн.",
    "UGX": "USh Ush",
    "USD": "US$ U$S USD$",
    "VND": "₫ đ",
    "ZAR": "R r ZAR",
    "ZMW": "K",
    "ILS": "₪",
    "AED": "د.إ Dhs Dhs. Dh",
    "SAR": "ر.س SR",
    "QAR": "ر.ق QR",
    "KWD": "د.ك KD",
    "BHD": "د.ب BD",
    "OMR": "ر.ع",
    "EGP": "ج.م LE E£",
}
# Signs of letters that are words or sizes as well: they never contradict a brand's currency.
_SURE = frozenset("kr kr. Kr zł Kč Ft TL Rs Rs. Rp RM KSh KSH CHF Fr. SFr. lei Euro euro R".split())
_SURE |= frozenset("руб руб. грн грн. Dhs SLRs NPRs PKRs MURs Euros euros".split())
# Codes that are words in capitals, as shops shout them: "ALL 50 % OFF".
_WORDS = frozenset("ALL TOP TRY CUP GEL PEN SOS MAD BAM LAK MOP".split())


@lru_cache(maxsize=1)
def signs() -> dict[str, frozenset[str]]:
    """Return the currency codes by each sign or code that stores print."""
    by_sign: dict[str, set[str]] = {code: {code} for code in CODES}
    for code in CODES:
        data = CURRENCIES.get(code)
        written = set(_WRITTEN.get(code, "").split())
        if data:
            written |= {data["s"], data["sn"].strip("\u200f")}
        for sign in written - {"-", "", "E$"}:
            by_sign.setdefault(sign, set()).add(code)
    by_sign.setdefault("$", set()).update(
        code for sign in by_sign if "$" in sign for code in by_sign[sign]
    )
    return {sign: frozenset(codes) for sign, codes in by_sign.items()}


def is_sure(sign: str) -> bool:
    """Return True if a printed sign is certain to be a currency's, or one of a few."""
    if sign in CODES:
        return sign not in _WORDS
    return sign in _SURE or not sign.replace(".", "").isascii() or "$" in sign


@lru_cache(maxsize=1)
def sign_pattern() -> re.Pattern[str]:
    """Return the pattern of all signs: the longest first, letters only as separate words."""
    longest = sorted(signs(), key=len, reverse=True)
    # A sign that begins or ends with a letter is not next to another letter. The look-behind comes
    # once, before all signs that begin with a letter, for speed.
    lettered = "|".join(_pattern_of(sign) for sign in longest if sign[0].isalpha())
    others = "|".join(_pattern_of(sign) for sign in longest if not sign[0].isalpha())
    return re.compile(rf"(?<![^\W\d_])(?:{lettered})|{others}")


def _pattern_of(sign: str) -> str:
    return _spaced(re.escape(sign)) + (r"(?![^\W\d_])" if sign[-1].isalpha() else "")


def _spaced(sign: str) -> str:
    """Allow a space before the dollar sign: "C $25", not "Vitamin C $25"."""
    first, dollar, rest = sign.partition(r"\$")
    if not first or not dollar:
        return sign
    return rf"{first}(?:(?<![^\W\d_] {first}) )?{dollar}{rest}"


def codes_of(sign: str) -> frozenset[str]:
    """Return the currency codes of a sign that `sign_pattern` matched."""
    return signs()[sign.replace(" $", "$")]
