"""Words as people type them: lower case, accents folded, not stemmed. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

# Letters that Unicode does not decompose, as Elasticsearch's asciifolding writes them.
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"[^\W_]+")
WORD_LIMIT = 30  # characters; nobody types a longer word, and stores' codes would fill the index
WORDS_LIMIT = 40  # of one product


def fold(text: str) -> str:
    """Return the text in lower case without accents: "Crème" as "creme"."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.translate(_UNDECOMPOSED)


def vocabulary(texts: Iterable[str | None]) -> list[str]:
    """Return the different words of some texts in their order, at most WORDS_LIMIT.

    A possessive's s is no word; a word of more than WORD_LIMIT characters is left out.
    """
    found: dict[str, None] = {}
    for text in texts:
        if text:
            found.update(dict.fromkeys(_words(text)))
    kept = [word for word in found if len(word) <= WORD_LIMIT]
    return kept[:WORDS_LIMIT]


@lru_cache(maxsize=16_384)
def _words(text: str) -> tuple[str, ...]:
    """Cached, because brands and colours repeat from product to product."""
    return tuple(_WORD.findall(_POSSESSIVE.sub("", fold(text))))
