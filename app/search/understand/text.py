"""Splits a text as typed into words, each with its position in the text."""

import re
from collections.abc import Sequence
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


def is_capital(word: Token, tokens: Sequence[Token], original: str) -> bool:
    """Return True if a word inside a text is written as a name, where others are not."""
    others = [original[t.start] for t in tokens[1:] if t is not word and not t.is_sign]
    return (
        word is not tokens[0]
        and original[word.start].isupper()
        and any(char.islower() for char in others)
    )


class Costs:
    """The costs of words, of phrases, and of what stands beside one another."""

    # Of a phrase: fewer and longer ones are likelier.
    phrase: float = 1.0
    each_rank: float = 0.02  # for each kind that leads before the phrase's own
    word: float = 1.2  # a word that only the index has, and no table
    unread: float = 0.5  # a word by itself that the tables give a meaning
    weak: float = 0.06  # a meaning that gives way to others
    glued: float = 0.1  # a phrase by its letters: "flipflop"
    worded: float = 0.3  # a brand's name that begins with a known word: "black coffee"
    inverted: float = 0.4  # a product type that is named backwards: "table coffee"
    later: float = 0.08  # less for a type of several words behind others: it ends in the head
    stated_word: float = 0.5  # less for each word of what a number states: a price, a size
    two_types: float = 0.15  # one behind the other
    idiom: float = 1.0  # people before a type, by a word that names say of what it is like
    foreign: float = 1.5  # an English word beside others of its kind, read as Afrikaans
    # Of a word in place of the one that was typed.
    lost: float = 9.0  # it is unknown: whatever it may be is likelier
    unsold: float = 5.5  # the tables know it, and the catalogue has nothing by it
    synonym: float = -2.5  # for each word that an operator's synonym means
    translated: float = 0.2
    inflected: float = 0.3
    compound: float = 0.6  # "kinderrok": both parts known
    head_only: float = 3.1  # "kniestewels": the last part known
    completed: float = 0.4
    completed_behind: float = 3.3  # where a correction is as likely
    corrected: float = 1.4  # by one letter to a word that means something, the first letter right
    corrected_word: float = 2.2  # by one letter to any word
    corrected_twice: float = 3.0  # by two letters to a word that means something
    corrected_far: float = 4.2  # by two letters to any word
    shortened: float = 1.6  # "blk", "jckt": by its consonants
    each_place: float = 0.2  # behind a likelier correction of its kind
    parted: float = 0.9  # "blackdress": two words that mean something
    parted_words: float = 2.4  # any known words
    # Of a last word that may go on.
    begun: float = 0.05  # it stands for all that begins so
    otherwise: float = 3.0  # what a word may be that says something by itself
    begun_phrase: float = 0.3  # so does a phrase: "coffee tab"
