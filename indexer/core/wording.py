"""Words as people type them: lower case, accents folded, not stemmed. Pure."""

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
_MARKS = re.compile("[™℠®©]")  # of which folding makes letters
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


@lru_cache(maxsize=32_768)
def name_key(name: str) -> str:
    """Return what all spellings of a name share: "H & M", "H&M" and "h and m" are "hm".

    Letters and digits, folded, without an "and" between words; a name of nothing but signs is its
    own key. Not in singular form, as a text is read: "Next" and "Nexts" may be two names.
    """
    folded = fold(_MARKS.sub("", name))
    words = _WORD.findall(folded)
    inner = [word for word in words[1:-1] if word != "and"]
    return "".join([*words[:1], *inner, *words[1:][-1:]]) or value_key(folded)


@lru_cache(maxsize=32_768)
def value_key(value: str) -> str:
    """Return what all spellings of a value share that means something by its signs: "3.5 Wide"."""
    return " ".join(fold(value).split())


def vocabulary(name: str, *often: str | None) -> list[str]:
    """Return the different words of a name and of texts that many products share, in their order.

    At most WORDS_LIMIT. A possessive's s is no word; nor is one of more than WORD_LIMIT characters.
    """
    unique = dict.fromkeys(_words(name))
    for text in often:
        if text:
            unique.update(_distinct_words(text))
    kept = [word for word in unique if len(word) <= WORD_LIMIT]
    return kept[:WORDS_LIMIT]


def _words(text: str) -> list[str]:
    folded = fold(text)
    return _WORD.findall(_POSSESSIVE.sub("", folded) if "'" in folded or "’" in folded else folded)


@lru_cache(maxsize=16_384)
def _distinct_words(text: str) -> dict[str, None]:
    return dict.fromkeys(_words(text))


# A cell that starts so is a formula to a spreadsheet, and a store's or a visitor's words must be
# none. The wide signs are read as the others.
FORMULA = frozenset("=+-@\t\r\n＝＋－＠")


def harmless(words: str) -> str:
    """Return a text that no spreadsheet takes for a formula; blanks before one do not hide it."""
    first = words.lstrip(" \u00a0\ufeff")[:1]
    return f"'{words}" if first in FORMULA and first else words


def counted(number: int, noun: str) -> str:
    """Return "1 product", "3 products"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
