"""Typing errors and incomplete words."""

from __future__ import annotations

import random

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def slip(word: str, rng: random.Random) -> str:
    """Return the word with one error: substitution, transposition, deletion or insertion.

    The first letter stays, as in most typing errors; the result differs from the word.
    """
    at = rng.randrange(1, len(word))
    result = word
    while result == word:
        result = rng.choice((_substituted, _transposed, _deleted, _inserted))(word, at, rng)
        at = rng.randrange(1, len(word))
    return result


def _substituted(word: str, at: int, rng: random.Random) -> str:
    return word[:at] + _neighbour(word[at], rng) + word[at + 1 :]


def _transposed(word: str, at: int, _rng: random.Random) -> str:
    if at + 1 >= len(word):
        at -= 1
    return word[:at] + word[at : at + 2][::-1] + word[at + 2 :] if at else word


def _deleted(word: str, at: int, _rng: random.Random) -> str:
    return word[:at] + word[at + 1 :]


def _inserted(word: str, at: int, rng: random.Random) -> str:
    letter = rng.choice((word[at], _neighbour(word[at], rng)))
    return word[:at] + letter + word[at:]


def _neighbour(letter: str, rng: random.Random) -> str:
    """Return a neighbouring letter on the keyboard."""
    for row in _ROWS:
        at = row.find(letter.lower())
        if at >= 0:
            return rng.choice([row[i] for i in (at - 1, at + 1) if 0 <= i < len(row)])
    return rng.choice("aeiou")


def misspelt(text: str, errors: int, rng: random.Random) -> str | None:
    """Return the text with errors in one word of it, None where no word is long enough.

    One error needs five letters, two need eight: shorter words would become other words.
    """
    words = text.split()
    shortest = 5 if errors == 1 else 8
    long = [i for i, word in enumerate(words) if len(word) >= shortest and word.isalpha()]
    if not long:
        return None
    at = rng.choice(long)
    for _ in range(errors):
        words[at] = slip(words[at], rng)
    return " ".join(words)


def cut(text: str, rng: random.Random) -> str | None:
    """Return the text with its last word incomplete, None where that word is short."""
    head, _, last = text.rpartition(" ")
    if len(last) < 5 or not last.isalpha():
        return None
    return f"{head} {last[: rng.randrange(3, len(last) - 1)]}".strip()


def other_number(text: str) -> str:
    """Return the text with its last word in the other number, plural or singular."""
    if text.endswith(("ss", "sh", "ch", "x")):
        return text + "es"
    if text.endswith("s"):
        return text[:-1]
    return text[:-1] + "ies" if text.endswith("y") and text[-2] not in "aeou" else text + "s"
