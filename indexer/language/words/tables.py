"""What words of people, purposes and colours mean: the tables beside the languages' folders.

people.tsv    an id, a gender (women, men, unisex), an audience (adult, kids, baby)
purposes.tsv  an id, keys of the categories that serve it, and of those near it
colours.tsv   "between", wordings that lie between colours, those colours; "alike", wordings
              of one shade, "-"
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.language.files import NOTHING, Row, VocabularyError, listed, table
from indexer.language.words.entries import LexiconEntry
from indexer.language.words.languages.reading import Spoken
from indexer.language.words.phrases import raw_words
from indexer.language.words.product_types import resolve

GENDERS, AUDIENCES = ("women", "men", "unisex", NOTHING), ("adult", "kids", "baby", NOTHING)
PURPOSES = ("purpose", "occasion")  # the senses of what something is for
Wordings = tuple[LexiconEntry[str], ...]


@dataclass(frozen=True, slots=True)
class People:
    """Whom a wording speaks of. `gender`: women, men, unisex; `audience`: adult, kids, baby.

    The entry "nobody" has neither: its phrases only look like people ("baby blue") and keep their
    words from being read as such.
    """

    id: str
    gender: str | None
    audience: str | None
    wordings: Wordings


def read_people(path: Path, spoken: Spoken) -> dict[str, People]:
    """Return the people by id; raises VocabularyError naming the row."""
    people: dict[str, People] = {}
    for at, (id_, gender, audience) in table(path, 3):
        at.one_of(GENDERS, gender, "gender")
        at.one_of(AUDIENCES, audience, "audience")
        of, who = (None if one == NOTHING else one for one in (gender, audience))
        people[id_] = People(id_, of, who, spoken.wordings("people", id_))
    spoken.check("people", people)
    _check_one_meaning({id_: one.wordings for id_, one in people.items()})
    return people


def _check_one_meaning(wordings: Mapping[str, Wordings]) -> None:
    led: dict[tuple[str, ...], str] = {}
    for id_, own in wordings.items():
        for wording in own:
            other = led.setdefault(wording.raw, id_)
            if other != id_:
                raise VocabularyError(f"{id_}: {wording.phrase!r} already names {other!r}")


@dataclass(frozen=True, slots=True)
class Purpose:
    """What types are for, where no type is named: to wear, an occasion, a season, a room.

    `categories`: what people look at for it; `near`: where nothing of that is sold.
    """

    id: str
    categories: tuple[str, ...]
    near: tuple[str, ...]
    wordings: Wordings

    @property
    def phrases(self) -> tuple[str, ...]:
        """Return its phrases."""
        return tuple(wording.phrase for wording in self.wordings)


def read_purposes(path: Path, slugs: Sequence[str], spoken: Spoken) -> dict[str, Purpose]:
    """Return the purposes by id; raises VocabularyError naming the row.

    `slugs` are all categories, in the order of the tree.
    """
    purposes: dict[str, Purpose] = {}
    for at, (id_, *columns) in table(path, 3):
        if id_ in purposes:
            raise at.error(f"{id_!r} is there twice")
        serving, near = (_slugs(at, column, slugs) for column in columns)
        wordings = (w for sense in PURPOSES for w in spoken.wordings(sense, id_))
        purposes[id_] = Purpose(id_, serving, near, tuple(wordings))
    for sense in PURPOSES:
        spoken.check(sense, purposes)
    return purposes


def _slugs(at: Row, column: str, slugs: Sequence[str]) -> tuple[str, ...]:
    found = {key: resolve(key, slugs) for key in listed(column)}
    for key, own in found.items():
        at.one_of([key] if own else [], key, "category")
    return tuple(slug for own in found.values() for slug in own)


@dataclass(frozen=True, slots=True)
class ColourWords:
    """The colours' wordings, and what stands around them, as singular keys.

    shades: what only shades a colour ("light", "donker").
    finishes: what makes a colour of any word before it ("gold-toned", "rose gold-plated").
    materials: weak wordings that are a cloth, wood, metal or pattern first ("linen", "gold").
    not_colours: phrases that only look like one ("multi pack", "wine glass").
    between: by colour, the wordings at its edge that people count as it, too ("tan" is brown and
    beige), as they are written.
    alike: by wording, the others of its shade: "navy" is "midnight blue", and no light blue.
    """

    wordings: Wordings
    shades: frozenset[str]
    finishes: frozenset[str]
    materials: frozenset[tuple[str, ...]]
    not_colours: frozenset[tuple[str, ...]]
    between: Mapping[str, tuple[str, ...]]
    alike: Mapping[str, tuple[str, ...]]


def read_colour_words(path: Path, slugs: Collection[str], spoken: Spoken) -> ColourWords:
    """Return the wordings of the colours; raises VocabularyError naming the row."""
    spoken.check("colour", slugs)
    wordings = {slug: spoken.wordings("colour", slug) for slug in slugs}
    _check_one_meaning(wordings)
    between: dict[str, tuple[str, ...]] = {}
    alike: dict[str, tuple[str, ...]] = {}
    for at, (what, words, colours) in table(path, 3):
        for slug in listed(colours):
            known = at.one_of(slugs, slug, "colour")
            between[known] = (*between.get(known, ()), *listed(words))
        said = [" ".join(raw_words(phrase)) for phrase in listed(words)] if what == "alike" else []
        for phrase in said:
            if phrase in alike:
                raise at.error(f"{phrase!r} stands there twice")
            alike[phrase] = tuple(other for other in said if other != phrase)
    return ColourWords(
        tuple(wording for own in wordings.values() for wording in own),
        shades=frozenset(key for keys in spoken.keys("shade") for key in keys),
        finishes=frozenset(key for keys in spoken.keys("finish") for key in keys),
        materials=spoken.keys("look", "material"),
        not_colours=spoken.keys("look", "colour"),
        between=between,
        alike=alike,
    )
