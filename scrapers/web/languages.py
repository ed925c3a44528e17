"""In which language of its shop a page is, and which pages are one in several languages. Pure.

Sources: Google's hreflang (also of sitemaps), ISO 639-1.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from scrapers.web.links import forms

DEFAULT, ENGLISH = "x-default", "en"
CODES = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy"
    " da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu"
    " hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb"
    " lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om"
    " or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw"
    " ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh"
    " zu".split()
)
_CODE = re.compile(r"([a-z]{2})(?:[-_][a-z]{2})?", re.IGNORECASE)
_PARAMETERS = frozenset({"lang", "language", "locale", "hl"})


class Translation(NamedTuple):
    """A page's language by its code, and what it shares with the same page in other languages."""

    language: str = ""
    pages: str = ""


UNTRANSLATED = Translation()


def translation_of(address: str, alternates: Iterable[tuple[str, str]]) -> Translation:
    """Return a page's links to its languages; nothing where it is none of them itself.

    `alternates`: codes and whole addresses.
    """
    listed = [(code.strip().casefold(), forms(place)[1]) for code, place in alternates]
    places = {place for _, place in listed}
    codes = sorted(code for code, place in listed if place == forms(address)[1])
    if not codes or len(places) == 1:
        return UNTRANSLATED
    return Translation(DEFAULT if DEFAULT in codes else codes[0], min(places))


def language_of(address: str) -> str:
    """Return the language that an address has in its path, host or query; empty for none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    chosen = [value for name, value in parse_qsl(parts.query) if name.casefold() in _PARAMETERS]
    host = (parts.hostname or "").split(".")
    named = [*chosen, *parts.path.split("/")[1:3], *(host[:1] if len(host) > 2 else ())]
    found = (match for text in named if (match := _CODE.fullmatch(text)))
    return next((one[0].casefold() for one in found if one[1].casefold() in CODES), "")


def rank(language: str) -> int:
    """Return a language's place among those to keep: the shop's own, then English."""
    if language == DEFAULT:
        return 0
    return 1 if not language else 2 if language.startswith(ENGLISH) else 3
