"""Words as people type them: lower case, accents folded, not stemmed. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scrapers.wording import without_accents

# Letters that Unicode does not decompose, as Elasticsearch's asciifolding writes them.
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"[^\W_]+")
# Letters. A longer word is a word and nothing else, in a query as in a title: it has no forms and
# no parts, and is neither corrected nor completed.
LONGEST_WORD = 40
WORD_LIMIT = 30  # characters; nobody types a longer word, and stores' codes would fill the index
WORDS_LIMIT = 40  # of one product


def fold(text: str) -> str:
    """Return the text in lower case without accents: "Crème" as "creme"."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text).casefold()
    return without_accents(folded).translate(_UNDECOMPOSED)


def vocabulary(name: str, *often: str | None) -> list[str]:
    """Return the different words of a name and of texts that many products share, in their order.

    At most WORDS_LIMIT. A possessive's s is no word; nor is one of more than WORD_LIMIT characters.
    """
    unique = dict.fromkeys(_words(name))
    for text in often:
        if text:
            unique.update(_shared(text))
    kept = [word for word in unique if len(word) <= WORD_LIMIT]
    return kept[:WORDS_LIMIT]


def _words(text: str) -> list[str]:
    folded = fold(text)
    return _WORD.findall(_POSSESSIVE.sub("", folded) if "'" in folded or "’" in folded else folded)


@lru_cache(maxsize=16_384)
def _shared(text: str) -> dict[str, None]:
    return dict.fromkeys(_words(text))
