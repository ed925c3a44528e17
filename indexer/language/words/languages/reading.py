"""All that words mean, from the languages' folders: English and Afrikaans, and the others alike.

A folder `<code>` has tables, columns parted by tabs, forms by "|", sources by spaces; lines that
begin with "#" are for people:

    words.tsv     a sense, its id ("-" where it has none), forms, use, sources
    affixes.tsv   a name, what may stand before a stem (one of them nothing, where it ends in "|"),
                  sources; absent where stems stand alone
    endings.tsv   plurals, diminutives, what joins compounds (`indexer.language.words.entries`)
    numbers.tsv   a number, its words (`indexer.language.quantities`)
    examples.tsv  a text, and what is read of it

Senses: `type`, `colour`, `people` and `purpose` name what the other tables have under that id,
`state` a state such as "cheap", `bound` what a number behind it is ("under", "over", "between" and
the "to" behind it, "size"), `describing` an English word of names, `small` words that only join or
ask. `shade` only shades a colour, `finish` makes a colour of any word before it, `cut` are people
who before a garment mean nobody ("boyfriend shirt"). `look` are phrases that only look like their
id: a `type`, a `colour`; a type `behind` another one; a colour that is a `material` first; what
other trades call their goods, `foreign`. `occasion` is a purpose at which something is given.
`JOINING` are the rest: what joins words, denies them or requests them; what each is for is in
`en`. `loan` stands before an English word of a product type: "amasneakers", "dijeans".

"[relative]bomvu" are its forms with each affix of that name, so that noun classes and concords are
not written out.

The use is a scope and a weight, 1 by default. "both": in names and in what people type,
"query": only there, "title": only in names. 1: it means just this; .5: something else first, and
this second; .1: only where nothing else in the text means anything.

Each row names the public sources that it was compared with, two at least, or one with the number
of places in which both words stand, four at least ("winogrande:20"); "-": it was compared with
none, and is of a language that those who keep these tables read themselves.

`sources.tsv` stands beside the languages' folders, and in a folder for that language alone. Its
columns, parted by tabs: a short name, what it shows, its licence, what it is. A source shows the
"meaning" of a word, or its "form" alone, as a list of spellings or what a machine aligned does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import product
from pathlib import Path

from indexer.language.quantities import any_of
from indexer.language.tree import Row, VocabularyError, table
from indexer.language.words.entries import NAMES, LexiconEntry, fold, raw_words, singular

UNCOMPARED = "-"
LEAST = 2  # sources that a row names, one of which shows the meaning
LEAST_PLACES = 4  # of one source that stands alone
SHOWN = frozenset({"meaning", "form"})


def _sources(folder: Path) -> dict[str, str]:
    """Return what each source shows that a folder lists, by its short name."""
    shown: dict[str, str] = {}
    for at, (name, shows, _, _) in table(folder / "sources.tsv", 4):
        if shows not in SHOWN:
            raise at.error(f"a source shows the meaning or the form, not {shows!r}")
        shown[name] = shows
    return shown


def _check_sources(at: Row, named: str, shown: Mapping[str, str]) -> None:
    """Raise VocabularyError where a row does not name two known sources, one of its meaning."""
    if named == UNCOMPARED:
        return
    places = dict(name.partition(":")[::2] for name in named.split())
    for name in places:
        if name not in shown:
            raise at.error(f"there is no source {name!r}; list it in sources.tsv")
    if len(places) < LEAST and all(int(n or 1) < LEAST_PLACES for n in places.values()):
        raise at.error(f"names fewer than {LEAST} sources")
    if all(shown[name] == "form" for name in places):
        raise at.error("none of its sources shows the meaning")


STATES = frozenset(
    {"sale", "new", "vintage", "in-stock", "local", "price-ascending", "price-descending"}
)
# What stands in English for a bound, at most as long: behind an article an amount may stand as far
# away as the longer phrase needs. TO stands between two numbers.
TO = "to"
BOUNDS = {"under": "under a", "over": "over a", "between": "between", TO: TO, "size": "size"}
_DIGIT = re.compile(r"\d")
JOINING = frozenset(
    "not closing except all skipped feature or either joint with beside belonging outfit gift"
    " calling subject article owner name having placing loan".split()
)
SENSES = frozenset(
    "type colour people purpose occasion state bound describing small shade finish cut look".split()
)
LOOKS = frozenset({"type", "colour", "behind", "material", "foreign"})
_USE = re.compile(r"(both|query|title)(?: (1|0?\.\d+))?")


Entries = Mapping[str, Mapping[str, Mapping[str, LexiconEntry[str]]]]


class FunctionWords:
    """What all languages' words mean: by sense, id and phrase."""

    def __init__(self, entries: Entries) -> None:
        self.entries = entries
        # All phrases that texts say of a sense whose ids do not matter, and names of some senses.
        self.phrases_of = cache(partial(self._without, "title"))
        self.in_names = cache(partial(self._without, "query"))

    def of(self, sense: str) -> Mapping[str, tuple[str, ...]]:
        return {id_: tuple(phrases) for id_, phrases in self.entries.get(sense, {}).items()}

    def wordings(self, sense: str, id_: str) -> tuple[LexiconEntry[str], ...]:
        return tuple(self.entries.get(sense, {}).get(id_, {}).values())

    def _without(self, scope: str, *senses: str) -> frozenset[str]:
        return frozenset(
            phrase
            for sense in senses
            for phrases in self.entries.get(sense, {}).values()
            for phrase, entry in phrases.items()
            if entry.scope != scope
        )

    def keys(self, sense: str, id_: str = "-") -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(map(singular, own.raw)) for own in self.wordings(sense, id_))

    @cached_property
    def describing(self) -> dict[str, str]:
        """Return the words that describe a type, folded as texts are, to their English ones."""
        described = self.entries.get("describing", {}).items()
        return {fold(phrase): id_ for id_, phrases in described for phrase in phrases}

    def check(self, sense: str, known: Collection[str]) -> None:
        """Raise VocabularyError where a row names an id that its table has not."""
        for id_ in self.entries.get(sense, {}):
            if id_ not in known:
                raise VocabularyError(f"languages: {id_}: there is no such {sense}")

    def with_english_bounds(self, folded: str) -> str:
        """Return a folded text of the same length with its bounds in English."""
        if self._bounds is None or not _DIGIT.search(folded):
            return folded
        return self._bounds.sub(self._english_bound, folded)

    @cached_property
    def _bound_of(self) -> dict[str, str]:
        bounds = self.entries.get("bound", {}).items()
        return {fold(phrase): id_ for id_, phrases in bounds for phrase in phrases}

    @cached_property
    def _bounds(self) -> re.Pattern[str] | None:
        return bound_pattern(self._bound_of) if self._bound_of else None

    def _english_bound(self, match: re.Match[str]) -> str:
        english = BOUNDS[self._bound_of[" ".join(match["bound"].split())]]
        return english.ljust(len(match.group()))


def bound_pattern(bounds: Mapping[str, str]) -> re.Pattern[str]:
    """Return what finds these phrases where a number follows: "ngaphansi kuka-R500".

    `bounds`: what each phrase is; one that is "to" stands between money ("no" is English as well).
    """
    before = _any_of(phrase for phrase, bound in bounds.items() if bound != TO)
    joining = _any_of(phrase for phrase, bound in bounds.items() if bound == TO)
    number, money = r"(?=\s?(?:r|zar|\$|€)?\s?\d)", r"(?=\s?(?:r|zar|\$|€)\s?\d)"
    phrases = rf"(?P<bound>{before}(?=[-\s]{number})|(?<=\d\s){joining}(?=[-\s]{money}))"
    return re.compile(rf"(?<![\w-]){phrases}-?")


def _any_of(phrases: Iterable[str]) -> str:
    """Return the pattern of any of these phrases, one that finds nothing where there are none."""
    spaced = [r"\s".join(map(re.escape, phrase.split())) for phrase in phrases]
    return any_of(spaced or ["(?!)"])


def read_languages(folder: Path) -> FunctionWords:
    """Return the languages of a folder, none where it is missing; raises VocabularyError."""
    found: dict[str, dict[str, dict[str, LexiconEntry[str]]]] = {
        sense: {} for sense in (*SENSES, *JOINING)
    }
    shared = _sources(folder)
    # A word in the language of names leads, and is suggested first.
    for language in sorted(folder.glob("*/"), key=lambda path: (path.name != NAMES, path.name)):
        for sense, phrase, entry in _phrases(language, shared):
            own = found[sense].setdefault(entry.meaning, {})
            scopes = {entry.scope, own.setdefault(phrase, entry).scope}
            if len(scopes) > 1:
                own[phrase] = replace(own[phrase], scope="both")
    spoken = FunctionWords(found)
    for sense, known in (("state", STATES), ("bound", BOUNDS), ("look", LOOKS)):
        spoken.check(sense, known)
    return spoken


def _phrases(
    folder: Path, shared: Mapping[str, str]
) -> Iterator[tuple[str, str, LexiconEntry[str]]]:
    """Give the phrases of one language, each with its sense and entry."""
    sources = {**shared, **_sources(folder)}
    affixes = {}
    for at, (name, forms, named) in table(folder / "affixes.tsv", 3):
        _check_sources(at, named, sources)
        affixes[name] = tuple(forms.split("|"))
    for at, (sense, id_, forms, used, named) in table(folder / "words.tsv", 5):
        if sense not in SENSES and sense not in JOINING:
            raise at.error(f"there is no sense {sense!r}")
        _check_sources(at, named, sources)
        use = _USE.fullmatch(used)
        if use is None:
            raise at.error(f"{used!r} is no scope (both, query, title) with a weight up to 1")
        for form in forms.split("|"):
            for phrase in _expand(at, form, affixes):
                if sense == "bound" and len(phrase) < len(BOUNDS.get(id_, "")):
                    raise at.error(f"{phrase!r} is shorter than {BOUNDS[id_]!r}")
                raw = tuple(raw_words(phrase))
                if sense not in JOINING and not raw:
                    raise at.error(f"{form!r} has no letters")
                yield sense, phrase, LexiconEntry(raw, id_, float(use[2] or 1), use[1], folder.name)


def _expand(at: Row, form: str, affixes: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    words: list[list[str]] = []
    for word in form.split():
        name, bracket, stem = word.removeprefix("[").partition("]")
        if word.startswith("[") != bool(bracket) or (bracket and name not in affixes):
            raise at.error(f"{word!r} names no affix")
        words.append([f"{affix}{stem}" for affix in affixes[name]] if bracket else [word])
    yield from (" ".join(filter(None, parts)) for parts in product(*words))
