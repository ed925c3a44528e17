"""One pass over a text's readings: every token becomes a part, a word, or nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from app.search.understand.conditions.meaning import Part
from app.search.understand.conditions.parts import (
    attribute_part,
    brand_part,
    colour_part,
    excluded,
    people_part,
    purpose_part,
    state_part,
    type_part,
    unwanted,
    words_part,
)
from app.search.understand.lattice.paths import Path, phrases
from app.search.understand.notes import Notes
from app.search.understand.readings import product_types
from app.search.understand.readings.heads import heads, is_beside
from app.search.understand.readings.naming import naming
from app.search.understand.readings.negation import closing, description, excepts, past_small
from app.search.understand.readings.purposes import has_purpose, served
from app.search.understand.readings.shades import one_colour_each
from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import ATTRIBUTE_KINDS, Reading, Sense, SenseKind
from app.search.understand.words.text import Token
from indexer.classify.groups import NUMBERS
from indexer.reference.words.languages.reading import Spoken

# What the words before a known product type may say that are one phrase with it.
SAID_BEFORE = frozenset({"people", *ATTRIBUTE_KINDS})


@dataclass(slots=True)
class Reader:
    """One pass over the readings of a text, left to right."""

    original: str
    language: Language
    path: Path
    notes: Notes
    techniques: frozenset[str]
    product_types: list[tuple[Reading, Sense]] = field(default_factory=list)
    purposes: list[Reading] = field(default_factory=list)
    unwanted_types: list[tuple[Reading, Sense]] = field(default_factory=list)
    uncertain_colours: list[tuple[Reading, Part]] = field(default_factory=list)  # perhaps materials
    colours: list[tuple[int, Part]] = field(default_factory=list)  # by their places
    links: dict[int, str] = field(default_factory=dict)  # token's place: "or" or "with"
    negated: bool = False
    readings: dict[int, Reading] = field(default_factory=dict)  # by their first token
    tokens: Sequence[Token] = ()
    closing: frozenset[int] = frozenset()  # where a "nie" only ends an Afrikaans "not"

    def read(self) -> None:
        """Take every token once, as a part of a phrase or as a word."""
        self.tokens = self.path.tokens
        found = one_colour_each(self.path.readings, self.tokens, self.language, self.techniques)
        self.readings = readings = {reading.start: reading for reading in found}
        self.closing = closing(found, self.tokens, self.spoken)
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
            past_small(reading.end, self.tokens, self.spoken),
            self.tokens,
            self.readings,
            self.original,
            has_type=bool(self.product_types),
        )
        span = self.tokens[places.start : places.stop]
        if not span:
            return reading.end
        self.negated = False
        self.notes.keep(words_part(span, self.original), span)
        return places.stop

    def _reading(self, reading: Reading) -> None:
        sense = reading.first
        match sense.kind:
            case "not":
                self.negated = reading.start not in self.closing and self._reaches(reading.end)
            case "or" | "with":
                self.links[reading.start] = sense.kind
                self.notes.add_fillers(reading.start, self._span(reading))
            case "filler" if self._excepts(reading):
                self.negated = self._reaches(reading.end)
            case "filler":
                self._filler(reading)
            case "feature":  # what is missing is what names say: "iron" of "non iron"
                *before, last = self._span(reading)
                self.notes.optional += [token.text for token in before]
                self.notes.add_words(reading.end - 1, [last])
            case "purpose" if not self.negated:
                self.purposes.append(reading)
            case "nobody" | "purpose":
                self._within(reading)
            case "type":
                self._product_type(reading, sense)
            case kind if kind in ATTRIBUTE_KINDS and reading.of("type") and not self.negated:
                self._product_type(reading, cast(Sense, reading.of("type")))  # "denim" alone
            case "brand" if not self.negated:
                self._brand(reading, sense)
            case _:
                self._part(reading, sense)

    def _excepts(self, reading: Reading) -> bool:
        return "negation" in self.techniques and excepts(reading, self.tokens, self.spoken)

    def _reaches(self, at: int) -> bool:
        """Return True if a "not" means the word at this place: no number, and nothing lost between.

        In "without zzzz, red" nobody knows what is not wanted; it is not the red.
        """
        if at >= len(self.tokens) or self.tokens[at].text.isdigit():
            return False
        between = self.original[self.tokens[at - 1].end : self.tokens[at].start]
        return not any(char.isalnum() for char in between)

    @property
    def spoken(self) -> Spoken:
        """Return what the languages say between the words that mean something."""
        return self.language.vocabulary.spoken

    def _text(self, reading: Reading) -> str:
        span = self._span(reading)  # not in the text's order where a type is named backwards
        first, last = min(token.start for token in span), max(token.end for token in span)
        return self.original[first:last].strip()

    def _span(self, reading: Reading) -> Sequence[Token]:
        return self.tokens[reading.start : reading.end]

    def _phrase(self, reading: Reading) -> str:
        """Return the words of a reading after correction, parted where no name glues them."""
        said = [token.text for token in self._span(reading) if not token.is_sign]
        is_one = len(said) == 1 and not self.language.lexicon.entries_of(self._span(reading))
        parted = self.language.lexicon.unglued(said[0]) if is_one else ()
        is_glued = len(parted) > 1 and not self.language.dictionary.is_indexed(said[0])
        return " ".join(parted if is_glued else said)

    def _negate(self, reading: Reading) -> bool:
        """Return whether what was just read is excluded; "not red or blue" excludes both."""
        negated = self.negated
        following = self.tokens[reading.end : reading.end + 1]
        goes_on = any(token.text in self.spoken.said("either") for token in following)
        self.negated = negated and goes_on
        return negated

    def _word(self, at: int) -> None:
        token = self.tokens[at]
        if token.is_sign:
            self.links[at] = "or"
            return
        if self.negated:
            self.negated = self._goes_on(at + 1)
            part = words_part([token], self.original)
            if part.id not in self.notes.without:
                self.notes.conditions.append(part)
                return
        if token.text[0].isdigit() or len(token.text) == 1:  # "30l", "2pk": seldom in a name
            self.notes.optional.append(token.text)
        elif token.text in NUMBERS:  # a "3 seater" is a three seater
            self.notes.optional += [token.text, NUMBERS[token.text]]
        else:
            self.notes.remaining.append((at, token.text))

    def _goes_on(self, at: int) -> bool:
        """Return True if another word is not wanted either: "without buttons and zips"."""
        joined = at + 1 < len(self.tokens) and self.tokens[at].text in self.spoken.said("joint")
        return joined and at + 1 not in self.readings

    def _within(
        self,
        reading: Reading,
        kinds: frozenset[SenseKind] = frozenset({"type", "colour", *ATTRIBUTE_KINDS}),
    ) -> None:
        """Read a phrase that only looks like people ("boyfriend jeans") for what else it says."""
        span = self._span(reading)
        covered = set[int]()
        found = phrases(span, self.language, kinds)
        if self.negated and not found:  # "not plus size"
            self.negated = False
            self.notes.keep(words_part(span, self.original), span)
            return
        for match in found:
            moved = replace(match, start=match.start + reading.start, end=match.end + reading.start)
            covered |= set(range(moved.start, moved.end))
            self._reading(moved)
        for at in range(reading.start, reading.end):
            if at not in covered:
                self._word(at)

    def _filler(self, reading: Reading) -> None:
        brand = reading.of("brand")
        if brand is not None and not self.negated and self._naming(reading) != "no":
            self._note_possible_brand(reading, brand)  # a brand called "Only"
        self.notes.add_fillers(reading.start, self._span(reading))

    def _naming(self, reading: Reading) -> str:
        return naming(reading, self.tokens, self.readings, self.original, self.language)

    def _brand(self, reading: Reading, sense: Sense) -> None:
        certainty = self._naming(reading)
        if certainty == "surely":
            self._part(reading, sense)
            return
        if certainty == "perhaps":
            self._note_possible_brand(reading, sense)
        self._note_as_words(reading)

    def _note_possible_brand(self, reading: Reading, brand: Sense) -> None:
        """Note a brand that only raises what is its own."""
        part = replace(brand_part(self._text(reading), brand.values), certain=False)
        self.notes.keep(part, ())

    def _note_as_words(self, reading: Reading) -> None:
        """Note the words of what is perhaps no name: a colour among them, the others as wishes."""
        span = self._span(reading)
        colours = {r.start: r for r in phrases(span, self.language, frozenset({"colour"}))}
        for at, token in enumerate(span):
            if at in colours:
                start = reading.start + at
                self._part(replace(colours[at], start=start, end=start + 1), colours[at].first)
            elif not token.is_sign:
                self.notes.optional.append(token.text)

    def _product_type(self, reading: Reading, sense: Sense) -> None:
        phrase = self._phrase(reading)
        is_open = product_types.may_be_anything(phrase, reading, sense, self.language) or (
            phrase in self.spoken.said("outfit") and has_purpose(self.readings.values())
        )
        if is_open and not self.negated:
            self.notes.optional += phrase.split()
            self.notes.add_fillers(reading.start, self._span(reading))
            return
        sold = product_types.is_sold(sense, self.language)
        shorter = None if sold else product_types.shorter(reading, self.tokens, self.language)
        if shorter is not None:
            # No colour before it: "wine rack" is one phrase, and not burgundy.
            self._within(replace(reading, end=shorter[0].start), SAID_BEFORE)
            self._product_type(*shorter)
            return
        brand = reading.of("brand")
        if sense.weak and brand is not None:
            self._part(reading, brand)
        elif self._negate(reading):
            self.unwanted_types.append((reading, sense))
        else:
            self.product_types.append((reading, sense))

    def _part(self, reading: Reading, sense: Sense) -> None:
        brand = reading.of("brand")
        if sense.kind == "colour" and sense.weak and brand is not None:
            sense = brand
        is_look = sense.kind == "colour" or sense.kind in ATTRIBUTE_KINDS
        if is_look and not self.negated and self._is_beside(reading):
            self.notes.optional += self._phrase(reading).split()
            return
        text, phrase = self._text(reading), self._phrase(reading)
        if sense.kind == "people":
            part = people_part(text, sense.values, self.language)
        elif sense.kind == "colour":
            part = colour_part(text, phrase, sense, self.language)
        elif sense.kind == "state":
            part = state_part(text, phrase, sense)
        elif sense.kind in ATTRIBUTE_KINDS:
            part = attribute_part(text, phrase, sense)
        else:
            store = reading.of("store")
            part = brand_part(
                text,
                sense.values if sense.kind == "brand" else (),
                store.values if store else (),
            )
        if self._negate(reading):
            part = excluded(part, self.language)
        kept = self.notes.keep(part, self._span(reading))
        if not kept or part.kind != "colour":
            return
        self.colours.append((reading.start, part))
        if sense.weak:
            self.uncertain_colours.append((reading, part))

    def _is_beside(self, reading: Reading) -> bool:
        following = self.readings.get(reading.end)
        is_noun = following is not None and following.first.kind == "type"
        if following is None and reading.end < len(self.tokens):  # "with white collar"
            is_noun = not self.tokens[reading.end].is_sign
        if not is_noun:
            return False
        return is_beside(reading, self.product_types, self.links, self.tokens, self.language)

    def _settle_colours(self) -> None:
        """Read what is a colour only by itself as a word beside one: a "blue linen dress"."""
        if "or" in self.links.values() or not self.notes.has_sure_colour():
            return
        for reading, part in self.uncertain_colours:
            self.notes.conditions.remove(part)
            self.notes.add_words(reading.start, self._span(reading))

    def _finish(self) -> None:
        """Choose the product types that are meant; the others describe them."""
        self._settle_colours()
        self._settle_purposes()
        places = [at for at, _ in self.notes.remaining]
        chosen, modifiers = heads(
            self.product_types, self.links, places, self.tokens, self.language
        )
        said = {at for reading, _ in chosen for at in range(reading.start, reading.end)}
        # Of "cover for a sofa" all words name the sofa cover.
        self.notes.remaining = [(at, word) for at, word in self.notes.remaining if at not in said]
        for reading, sense in chosen:
            self.notes.keep(self._type_part(reading, sense), self._span(reading))
        self._pair([reading for reading, _ in chosen])
        for reading, sense in self.unwanted_types:
            part = unwanted(self._type_part(reading, sense), self.notes.product_types())
            self.notes.keep(part, self._span(reading))
        meant = {value for _, sense in chosen for value in sense.values}
        for reading in modifiers:
            if reading.start not in said:
                self._modifier(reading, meant)
        self.notes.rescue()

    def _pair(self, chosen: Sequence[Reading]) -> None:
        """Give each of several product types its colours: "blue jeans and a white shirt".

        A colour belongs to the type behind it. Where a type has none, all are of all.
        """
        wanted = [(at, part) for at, part in self.colours if part in self.notes.conditions]
        owners = {
            at: next((reading for reading in chosen if at < reading.start), None)
            for at, part in wanted
            if not part.excluded
        }
        if len(chosen) < 2 or set(owners.values()) != set(chosen):
            return
        for at, part in wanted:
            owner = owners.get(at)
            if owner is not None:
                place = self.notes.conditions.index(part)
                self.notes.conditions[place] = replace(part, of=self._text(owner))

    def _settle_purposes(self) -> None:
        """Read what something is for as what it is, where nothing else says that.

        Words may say it that no table knows; "clothes" means nothing else beside them.
        """
        notes = self.notes
        meant = [r for r in self.purposes if r.of("filler") or not notes.remaining]
        slugs = served(meant, self.language)
        for reading in self.purposes:
            span, values = self._span(reading), slugs.get(reading, ())
            if values:
                phrase = self._phrase(reading)
                part = purpose_part(self._text(reading), phrase, values, either=len(slugs) == 1)
                notes.keep(part, span)
            elif reading.of("filler"):
                notes.add_fillers(reading.start, span)
            else:
                notes.add_words(reading.start, span)

    def _type_part(self, reading: Reading, sense: Sense) -> Part:
        part = type_part(self._text(reading), self._phrase(reading), sense, self.language)
        # What an unfinished word may be stands behind it: of "vase f" a vase's filler.
        goes_on = bool(self.path.prefix) and reading.end == len(self.tokens)
        return replace(part, either=True) if goes_on else part

    def _modifier(self, reading: Reading, meant: Collection[str]) -> None:
        """Note what describes the product type; in English, which is what names are in."""
        phrase = self._phrase(reading)
        english = product_types.in_english(reading, phrase, self.language)
        attribute = next((e for e in reading.senses if e.kind in ATTRIBUTE_KINDS), None)
        if attribute is not None:
            self._part(reading, attribute)
        elif product_types.is_another_word(reading, meant):
            self.notes.optional += phrase.split()
        elif english:
            self.notes.remaining += [(reading.start, word) for word in english]
        else:
            self.notes.add_words(reading.start, self._span(reading))
