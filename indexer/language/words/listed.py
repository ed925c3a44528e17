"""What the languages' folders list, as a speaker reads it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.language.files import table
from indexer.language.tree import color_slugs
from indexer.language.words.languages.reading import UNCOMPARED
from indexer.language.words.vocabulary import Vocabulary

STATES = {
    "new": "new",
    "sale": "sale",
    "price-ascending": "cheap",
    "price-descending": "expensive",
}
SHOWN = 3  # forms of one word
_AFFIX = re.compile(r"\[([^][]+)\]")


@dataclass(frozen=True, slots=True)
class ListedWord:
    """A word of a folder: `form` as it stands there, `said` some of what it expands to."""

    sense: str
    meant: str
    form: str
    said: str
    sources: str


def languages(folder: Path) -> dict[str, str]:
    """Return the languages whose words were compared, by code: the name their table begins with."""
    names = {path.parent.name: _name(path) for path in folder.glob("*/words.tsv") if _named(path)}
    return dict(sorted(names.items(), key=lambda item: item[1].lower()))


def _named(path: Path) -> bool:
    return any(sources != UNCOMPARED for _, (*_, sources) in table(path, 5))


def _name(path: Path) -> str:
    return path.read_text(encoding="utf-8").removeprefix("# ").split(".", 1)[0].split(",")[0]


def meanings(vocabulary: Vocabulary) -> dict[tuple[str, str], str]:
    """Return what a word can mean, by its sense and id: what that is called in English."""
    types = vocabulary.product_types.values()
    return {
        **{("type", type_.id): type_.synonyms[0] for type_ in types if type_.synonyms},
        **{("colour", id_): id_ for id_ in color_slugs()},
        **{("people", id_): id_ for id_ in vocabulary.spoken.of("people")},
        **{("state", id_): english for id_, english in STATES.items()},
        **{("describing", id_): id_ for id_ in vocabulary.spoken.of("describing")},
    }


def meant_by(vocabulary: Vocabulary, english: str) -> tuple[str, str] | None:
    """Return the sense and id of what is called so in English, where something is."""
    for word, means in meanings(vocabulary).items():
        if means == english and word[0] != "type":
            return word
    types = vocabulary.product_types.values()
    return next((("type", type_.id) for type_ in types if english in type_.synonyms), None)


def listed(folder: Path) -> Iterator[ListedWord]:
    """Give the words of one language's folder; raises VocabularyError."""
    affixes = {name: forms.split("|") for _, (name, forms, _) in table(folder / "affixes.tsv", 3)}
    for _, (sense, meant, forms, _use, sources) in table(folder / "words.tsv", 5):
        for form in forms.split("|"):
            yield ListedWord(sense, meant, form, _said(form, affixes), sources)


def _said(form: str, affixes: Mapping[str, list[str]]) -> str:
    """Return the first forms of a word, each with the affixes of one class."""
    most = max((len(affixes[name]) for name in _AFFIX.findall(form)), default=1)
    said = [_with_affix(form, affixes, at) for at in range(min(most, SHOWN))]
    return ", ".join([*said, "…"] if most > SHOWN else said)


def _with_affix(form: str, affixes: Mapping[str, list[str]], at: int) -> str:
    return _AFFIX.sub(lambda found: affixes[found[1]][at % len(affixes[found[1]])], form)
