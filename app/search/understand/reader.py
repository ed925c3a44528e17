"""One pass over a text's readings: every token becomes a part, a word, or nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from app.search.understand import grammar
from app.search.understand.heads import heads, is_beside
from app.search.understand.language import Language
from app.search.understand.lexicon import Entry, Reading
from app.search.understand.meaning import Part
from app.search.understand.naming import is_plain_word, naming
from app.search.understand.negation import closing, description
from app.search.understand.parts import (
    brand_part,
    colour_part,
    excluded,
    people_part,
    state_part,
    thing_part,
    unwanted,
    words_part,
)
from app.search.understand.text import Token

# The technique that each kind of reading belongs to.
TECHNIQUE_OF = {
    "nobody": "people", "people": "people", "thing": "things", "colour": "colours",
    "brand": "brands", "store": "brands", "state": "states", "not": "negation", "filler": "fillers",
}  # fmt: skip
GIFTS = frozenset(grammar.phrases(grammar.GIFTS))
NUMBERS = {
    word: str(number)
    for number, word in enumerate("two three four five six seven eight nine ten".split(), 2)
}
JOINING = frozenset({"or", "of", "nor", "and", "en", "&"})


def _one_colour(
    readings: Sequence[Reading], tokens: Sequence[Token], shades: frozenset[str]
) -> list[Reading]:
    """Join what is one wording of a colour: "light blue", "midnight blue", "olive green"."""
    joined: list[Reading] = []
    for reading in readings:
        colour = reading.of("colour")
        if colour is None or reading.first.kind not in {"colour", "brand"}:
            joined.append(reading)
            continue
        before = joined[-1] if joined and joined[-1].end == reading.start else None
        if before is not None and _shades(before, colour, tokens, shades):
            joined[-1] = Reading(before.start, reading.end, (colour,))
        elif before is None and reading.start and tokens[reading.start - 1].stem in shades:
            joined.append(Reading(reading.start - 1, reading.end, (colour,)))
        else:
            joined.append(reading)
    return joined


def _shades(
    before: Reading, colour: Entry, tokens: Sequence[Token], shades: frozenset[str]
) -> bool:
    """Tell whether a reading only shades the colour behind it."""
    own = before.of("colour")
    if own is not None and before.first.kind == "colour" and own.values == colour.values:
        return True
    return before.end - before.start == 1 and tokens[before.start].stem in shades


@dataclass(slots=True)
class Reader:
    """One pass over the readings of a text, left to right."""

    original: str
    language: Language
    tokens: Sequence[Token]
    without: frozenset[str]
    techniques: frozenset[str]
    found: list[Part] = field(default_factory=list)
    things: list[tuple[Reading, Entry]] = field(default_factory=list)
    barred: list[tuple[Reading, Entry]] = field(default_factory=list)
    plain: list[tuple[int, str]] = field(default_factory=list)  # token's place and word
    fillers: list[tuple[int, str]] = field(default_factory=list)
    soft: list[str] = field(default_factory=list)
    literal: list[str] = field(default_factory=list)  # of parts that the visitor took away
    links: dict[int, str] = field(default_factory=dict)  # token's place: "or" or "with"
    negated: bool = False
    readings: dict[int, Reading] = field(default_factory=dict)  # by their first token
    closing: frozenset[int] = frozenset()  # where a "nie" only ends an Afrikaans "not"

    def read(self) -> None:
        """Take every token once, as a part of a phrase or as a word."""
        found = self._readings()
        self.readings = readings = {reading.start: reading for reading in found}
        self.closing = closing(found, self.tokens)
        at = 0
        while at < len(self.tokens):
            if self.tokens[at].minus and "negation" in self.techniques:
                self.negated = True
            reading = readings.get(at)
            if reading is None:
                self._word(at)
                at += 1
            else:
                self._reading(reading)
                at = self._past_unwanted(reading)
        self._finish()

    def _past_unwanted(self, reading: Reading) -> int:
        """Return where to go on behind a reading: past a description of what is not wanted."""
        if not (self.negated and reading.first.kind == "not"):
            return reading.end
        places = description(
            reading.end, self.tokens, self.readings, self.original, has_thing=bool(self.things)
        )
        span = self.tokens[places.start : places.stop]
        if not span:
            return reading.end
        self.negated = False
        if not self._keep(words_part(span, self.original)):
            self.literal += [token.text for token in span]
        return places.stop

    def _readings(self) -> list[Reading]:
        found = self.language.lexicon.readings(self.tokens)
        allowed = [self._allowed(reading) for reading in found]
        kept = [
            reading
            for reading in allowed
            if reading.entries and not is_plain_word(reading, self.tokens, allowed)
        ]
        return _one_colour(kept, self.tokens, self.language.vocabulary.colours.shades)

    def _allowed(self, reading: Reading) -> Reading:
        """Leave out the meanings of techniques that are not used."""
        kept = tuple(
            entry
            for entry in reading.entries
            if TECHNIQUE_OF.get(entry.kind, "") in {"", *self.techniques}
        )
        return replace(reading, entries=kept)

    def _reading(self, reading: Reading) -> None:
        entry = reading.first
        match entry.kind:
            case "not":
                self.negated = reading.start not in self.closing and self._reaches(reading.end)
            case "or" | "with":
                self.links[reading.start] = entry.kind
                self._note_filler(reading)
            case "filler":
                self._filler(reading)
            case "feature":  # what is missing is what names say: "iron" of "non iron"
                self.soft.append(self.tokens[reading.start].text)
                self._words_of(replace(reading, start=reading.start + 1))
            case "nobody":
                self._within(reading)
            case "thing":
                self._thing(reading, entry)
            case "brand" if not self.negated:
                self._brand(reading, entry)
            case _:
                self._part(reading, entry)

    def _reaches(self, at: int) -> bool:
        """Tell whether a "not" means the word at this place: no number, and nothing lost between.

        In "without zzzz, red" nobody knows what is not wanted; it is not the red.
        """
        if at >= len(self.tokens) or self.tokens[at].text.isdigit():
            return False
        between = self.original[self.tokens[at - 1].end : self.tokens[at].start]
        return not any(char.isalnum() for char in between)

    def _text(self, reading: Reading) -> str:
        return self.original[
            self.tokens[reading.start].start : self.tokens[reading.end - 1].end
        ].strip()

    def _said(self, reading: Reading) -> str:
        """Return the words of a reading after correction."""
        return " ".join(t.text for t in self.tokens[reading.start : reading.end] if not t.is_sign)

    def _negate(self, reading: Reading) -> bool:
        """Return whether what was just read is excluded; "not red or blue" excludes both."""
        negated = self.negated
        following = reading.end < len(self.tokens) and self.tokens[reading.end].text in {"or", "of"}
        self.negated = negated and following
        return negated

    def _word(self, at: int) -> None:
        token = self.tokens[at]
        if token.is_sign:
            self.links[at] = "or"
            return
        if self.negated:
            self.negated = self._goes_on(at + 1)
            part = words_part([token], self.original)
            if part.id not in self.without:
                self.found.append(part)
                return
        if token.text[0].isdigit() or len(token.text) == 1:  # "30l", "2pk": seldom in a name
            self.soft.append(token.text)
        elif token.text in NUMBERS:  # a "3 seater" is a three seater
            self.soft += [token.text, NUMBERS[token.text]]
        else:
            self.plain.append((at, token.text))

    def _goes_on(self, at: int) -> bool:
        """Tell whether another word is not wanted either: "without buttons and zips"."""
        joined = at + 1 < len(self.tokens) and self.tokens[at].text in JOINING
        return joined and at + 1 not in self.readings

    def _within(
        self, reading: Reading, kinds: frozenset[str] = frozenset({"thing", "colour"})
    ) -> None:
        """Read a phrase that only looks like people ("boyfriend jeans") for what else it says."""
        span = self.tokens[reading.start : reading.end]
        covered = set[int]()
        for found in self.language.lexicon.readings(span, kinds):
            moved = replace(found, start=found.start + reading.start, end=found.end + reading.start)
            covered |= set(range(moved.start, moved.end))
            self._reading(moved)
        for at in range(reading.start, reading.end):
            if at not in covered:
                self._word(at)

    def _filler(self, reading: Reading) -> None:
        brand = reading.of("brand")
        if brand is not None and not self.negated and self._named(reading) != "no":
            self._perhaps(reading, brand)  # a brand called "Only"
        self._note_filler(reading)

    def _named(self, reading: Reading) -> str:
        return naming(reading, self.tokens, self.readings, self.original, self.language.lexicon)

    def _brand(self, reading: Reading, entry: Entry) -> None:
        named = self._named(reading)
        if named == "surely":
            self._part(reading, entry)
            return
        if named == "perhaps":
            self._perhaps(reading, entry)
        self._aside(reading)

    def _perhaps(self, reading: Reading, brand: Entry) -> None:
        """Note a brand that only raises what is its own."""
        self._keep(replace(brand_part(self._text(reading), brand.values), certain=False))

    def _aside(self, reading: Reading) -> None:
        """Note the words of what is perhaps no name: a colour among them, the others as wishes."""
        span = self.tokens[reading.start : reading.end]
        colours = {r.start: r for r in self.language.lexicon.readings(span, frozenset({"colour"}))}
        for at, token in enumerate(span):
            if at in colours:
                start = reading.start + at
                self._part(replace(colours[at], start=start, end=start + 1), colours[at].first)
            elif not token.is_sign:
                self.soft.append(token.text)

    def _note_filler(self, reading: Reading) -> None:
        for at in range(reading.start, reading.end):
            if not self.tokens[at].is_sign:
                self.fillers.append((at, self.tokens[at].text))

    def _thing(self, reading: Reading, entry: Entry) -> None:
        if self._says_little(reading, entry):
            self.soft += self._said(reading).split()
            self._note_filler(reading)
            return
        if not any(map(self.language.stocked, entry.values)) and self._shorter(reading):
            return
        brand = reading.of("brand")
        if entry.weak and brand is not None:
            self._part(reading, brand)
        elif self._negate(reading):
            self.barred.append((reading, entry))
        else:
            self.things.append((reading, entry))

    def _says_little(self, reading: Reading, entry: Entry) -> bool:
        """Tell whether a thing may be anything: a gift, or an outfit where none is sold as one."""
        if self._said(reading) in GIFTS:
            return not self.negated
        is_sold = any(map(self.language.stocked, entry.values))
        return not is_sold and reading.of("filler") is not None

    def _shorter(self, reading: Reading) -> bool:
        """Read a thing that the catalogue has nothing of by its last words: a shweshwe dress.

        Returns whether it has something of those.
        """
        for start in range(reading.start + 1, reading.end):
            entries = self.language.lexicon.entries_of(self.tokens[start : reading.end])
            entry = next((entry for entry in entries if entry.kind == "thing"), None)
            if entry is not None and self._stands_for(entry, reading):
                # No colour: "wine rack" is one phrase, and not burgundy.
                self._within(replace(reading, end=start), frozenset({"people"}))
                self._thing(Reading(start, reading.end, tuple(entries)), entry)
                return True
        return False

    def _stands_for(self, entry: Entry, reading: Reading) -> bool:
        """Tell whether a shorter phrase is sold, and no glasses for a picture frame."""
        sold = [thing for thing in entry.values if self.language.stocked(thing)]
        longer = reading.of("thing")
        if longer is not None and all(map(self.language.is_homely, longer.values)):
            return bool(sold) and not any(map(self.language.is_worn, sold))
        return bool(sold)

    def _part(self, reading: Reading, entry: Entry) -> None:
        brand = reading.of("brand")
        if entry.kind == "colour" and entry.weak and brand is not None:
            entry = brand
        if entry.kind == "colour" and not self.negated and self._is_beside(reading):
            self.soft += self._said(reading).split()
            return
        text, said = self._text(reading), self._said(reading)
        if entry.kind == "people":
            part = people_part(text, entry, self.language)
        elif entry.kind == "colour":
            part = colour_part(text, said, entry, self.language)
        elif entry.kind == "state":
            part = state_part(text, said, entry)
        else:
            store = reading.of("store")
            part = brand_part(
                text,
                entry.values if entry.kind == "brand" else (),
                store.values if store else (),
            )
        if self._negate(reading):
            part = excluded(part, self.language)
        if not self._keep(part):
            self._taken_away(reading)

    def _is_beside(self, reading: Reading) -> bool:
        following = self.readings.get(reading.end)
        return is_beside(reading, following, self.things, self.links, self.tokens)

    def _keep(self, part: Part) -> bool:
        """Note a part, unless the visitor took it away; returns whether it stays."""
        if part.id in self.without:
            return False
        self.found.append(part)
        return True

    def _taken_away(self, reading: Reading) -> None:
        """Note the words of a part that is not meant: they are to be found as they are written."""
        span = self.tokens[reading.start : reading.end]
        self.literal += [token.text for token in span if not token.is_sign]

    def _words_of(self, reading: Reading) -> None:
        self.plain += [
            (at, self.tokens[at].text)
            for at in range(reading.start, reading.end)
            if not self.tokens[at].is_sign
        ]

    def _finish(self) -> None:
        """Choose the things that are meant; the others describe them."""
        places = [at for at, _ in self.plain]
        chosen, modifiers = heads(self.things, self.links, places, self.tokens, self.language)
        for reading, entry in chosen:
            part = thing_part(self._text(reading), self._said(reading), entry, self.language)
            if not self._keep(part):
                self._taken_away(reading)
        for reading, entry in self.barred:
            part = thing_part(self._text(reading), self._said(reading), entry, self.language)
            if not self._keep(unwanted(part, [one for one in self.found if one.kind == "thing"])):
                self._taken_away(reading)
        meant = {value for _, entry in chosen for value in entry.values}
        for reading in modifiers:
            self._modifier(reading, meant)
        self._rescue()

    def _modifier(self, reading: Reading, meant: Collection[str]) -> None:
        """Note what describes the thing; in English, which is what names are in.

        Another word for what is `meant` describes nothing: "low top sneakers".
        """
        entry = reading.of("thing")
        own: tuple[str, ...] = ()
        if entry is not None and meant and set(entry.values) <= set(meant):
            self.soft += self._said(reading).split()
            return
        if entry is not None and entry.is_spoken and not entry.weak:
            own = self.language.vocabulary.things[entry.values[0]].synonyms[:1]
        said = self._said(reading)
        if own and not self.language.dictionary.is_indexed(said):
            self.plain += [(reading.start, word) for word in own[0].split()]
        else:
            self._words_of(reading)

    def _rescue(self) -> None:
        """Read fillers as words, and what may be a brand as one, where there is nothing else."""
        if self.plain or self.literal or any(part.certain for part in self.found):
            return
        if self.soft:
            self.plain, self.soft = list(enumerate(self.soft)), []
            return
        if self.found:
            # A state such as "cheap" orders and never filters, also when it stands alone.
            self.found = [replace(part, certain=part.kind == "brand") for part in self.found]
        else:
            self.plain = self.fillers

    def parts(self) -> list[Part]:
        """Return the conditions, each once."""
        return list({(part.id, part.values): part for part in self.found}.values())

    def words(self) -> tuple[str, ...]:
        """Return the words that remain, in their order, each once."""
        return tuple(dict.fromkeys(word for _, word in sorted(self.plain)))
