"""Whom a product is for: the words for women, men and children."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indexer.reference.files import PeopleSchema, VocabularyError, load_entries
from indexer.reference.words.entries import LexiconEntry, entries_of
from indexer.reference.words.languages.reading import Spoken


@dataclass(frozen=True, slots=True)
class People:
    """Whom a wording speaks of. `gender`: women, men, unisex; `audience`: adult, kids, baby.

    The entry "nobody" has neither: its phrases only look like people ("baby blue") and keep their
    words from being read as such. So do those of `before`, where a garment stands behind them.
    """

    id: str
    gender: str | None
    audience: str | None
    wordings: tuple[LexiconEntry[str], ...]
    before: frozenset[str] = frozenset()


def read_people(path: Path, spoken: Spoken) -> dict[str, People]:
    """Return the people by id; raises VocabularyError naming the entry."""
    people: dict[str, People] = {}
    led: dict[tuple[str, ...], str] = {}
    for loaded in load_entries(PeopleSchema(), path):
        own = entries_of(loaded, loaded["id"])
        wordings = (*own, *spoken.wordings("people", loaded["id"]))
        for wording in wordings:
            other = led.setdefault(wording.raw, loaded["id"])
            if other != loaded["id"]:
                problem = f"{wording.phrase!r} already names {other!r}"
                raise VocabularyError(path.name, loaded["id"], problem)
        people[loaded["id"]] = People(
            loaded["id"],
            loaded["gender"],
            loaded["audience"],
            wordings,
            frozenset(loaded["before"]),
        )
    spoken.check("people", people)
    return people
