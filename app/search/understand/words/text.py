"""Splits a text as typed into words, each with its position in the text."""

import re
from typing import NamedTuple

from indexer.core.wording import fold
from indexer.language.words.entries import POSSESSIVE, emoji, singular

# "u.s. polo" and "us polo" are one: a run of letters with a dot behind each is one word. So is
# "w/o", where a stroke parts no alternatives.
_WORD = re.compile(
    r"w/(?:(?:out|o)(?![a-z]))?|(?:[a-z]\.){2,20}[a-z]?(?![a-z])|[a-z0-9]+(?:['’][a-z]+){0,9}|[-+&/,|]"
    rf"|[{''.join(emoji())}]",
    re.ASCII,
)
_SIGNS = frozenset("+&/,|")
_DASHES = frozenset("-–−!")
_APOSTROPHES = str.maketrans({"‘": "'", "’": "'", "`": "'", "´": "'"})
MOST_WORDS = 60  # a longer text is no search; what follows is ignored


class Token(NamedTuple):
    """A word or a joining sign; `start` and `end` are its place in the text.

    `stem` is the word in the form of the indexer's tables (singular, without a possessive s);
    `minus` is set where a minus stands directly before the word and after a space: "-red".
    `is_sign`: a joining sign such as & and no word.
    """

    text: str
    stem: str
    start: int
    end: int
    minus: bool = False
    is_sign: bool = False


def fold_in_place(text: str) -> str:
    """Return the text folded as the index's words are, one character for each: places match."""
    return "".join(map(_fold, text))


def _fold(char: str) -> str:
    if char.isascii():
        return char.lower()
    return fold(char.translate(_APOSTROPHES))[:1] or char


def tokens(folded: str) -> list[Token]:
    """Return the words and joining signs of a folded text; hyphens only part words."""
    result: list[Token] = []
    for match in _WORD.finditer(folded):
        if len(result) >= MOST_WORDS:
            break
        if match.group() != "-":
            result.append(_token(folded, match))
    return result


def _token(folded: str, match: re.Match[str]) -> Token:
    start, end = match.span()
    text = emoji().get(match.group()) or _without_marks(match.group())
    is_sign = text in _SIGNS
    stem = text if is_sign or "/" in text else singular(text)
    return Token(text, stem, start, end, _has_minus(folded, start), is_sign)


def _without_marks(word: str) -> str:
    """Return "men's" as men, "isn't" as isnt, "u.s." as us."""
    return POSSESSIVE.sub("", word).replace("'", "").replace(".", "")


def _has_minus(folded: str, start: int) -> bool:
    """Return True if a dash stands before a word and after a space: "dress -red", no "t-shirt"."""
    if folded[start - 1 : start] not in _DASHES or start == 0:
        return False
    return start == 1 or folded[start - 2].isspace()
