"""What class of word an English word is, where titles need it: nouns of goods, and adjectives.

`classes.tsv` holds a word and its classes a line. They were read from WordNet 3.0 (on the terms of
`classes.LICENSE`): nouns with a sense among its artefacts, without structures, rooms, ways,
fabrics, drugs and weapons, and without those first of all a shape, an animal, a time or an event;
adjectives that its texts hold at least twice, and more often than the noun. Our own are some lines
of trades' words that it lacks, and the letters of namesakes, features and spares.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from indexer.language.words.phrases import singular

NOUN = "n"  # of goods
PLURAL = "p"  # of goods only in the plural: "blanks"
ADJECTIVE = "a"
NAMESAKE = "m"  # what it names is a part or a tool in other trades: a ring, a cap, a plate
FEATURE = "f"  # a part that says how its whole is, behind a word of its own: "marble base"
SPARE = "s"  # makes a part of what stands before it: a replacement
NEITHER = "x"  # ends as names of tools do ("summer", "flower"), or is too vague ("piece")


def classes_of(word: str) -> str:
    """Return the classes, a letter each, of a word in either number; "" of an unknown one."""
    return _classes().get(word) or _classes().get(singular(word), "")


@cache
def _classes() -> Mapping[str, str]:
    text = Path(__file__).with_name("classes.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())
