"""One pass over a text's readings: every token becomes a part, a word, or nothing."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import cast

from app.search.understand.language import Language
from app.search.understand.lexicon import ATTRIBUTE_KINDS, ORDER, Reading, Sense, SenseKind
from app.search.understand.meaning import Notes, Part, TypePart
from app.search.understand.parts import (
    attribute_part,
    brand_part,
    colour_part,
    exclude,
    exclude_type,
    is_childs,
    people_part,
    purpose_part,
    state_part,
    type_part,
    words_part,
)
from app.search.understand.paths import Path, phrases
from app.search.understand.readings import (
    Groups,
    find_exclusions,
    in_english,
    is_another_word,
    is_sold,
    names_type,
    naming,
    serving_categories,
    shorter,
)
from app.search.understand.spelling import english
from app.search.understand.text import Token
from indexer.language.groups import NUMBERS

# What the words before a known product type may say that are one phrase with it.
SAID_BEFORE = frozenset({"people", *ATTRIBUTE_KINDS})
NOUNS = frozenset({"type", "pattern"})  # what a colour may be of: "with blue stripes"
INNER = frozenset({"type", "colour", *ATTRIBUTE_KINDS})
NO_PURPOSE = frozenset(ORDER) - {"purpose"}


class Reader:
    """One pass over the readings of a text, left to right."""

    def __init__(self, original: str, language: Language, path: Path, notes: Notes) -> None:
        self.original, self.language, self.path, self.notes = original, language, path, notes
        # What the languages say between the words that mean something.
        self.phrases = language.vocabulary.spoken
        self.tokens = path.tokens
        self.groups = Groups(self.tokens, language)
        found = map(self._as_purpose, path.readings)
        self.readings = {reading.start: reading for reading in found}  # by their first token
        # What is not wanted: tokens' places, where that is said, and descriptions by their start.
        self.excluded, self.denying, self.descriptions = find_exclusions(
            self.tokens, self.readings, original, self.phrases
        )
        self.purposes: list[Reading] = []
        self.occasions: list[Reading] = []  # what a named type is for
        self.given: list[Reading] = []  # gifts, and occasions for them
        self.opened: dict[Reading, list[str]] = {}  # they leave open what it is
        self.unwanted_types: list[tuple[Reading, Sense]] = []
        self.colours: list[tuple[Reading, Part]] = []
        self.beside = set[int]()  # where types start that others are worn with

    def read(self) -> None:
        """Take every token once, as a part of a phrase or as a word."""
        at = 0
        while at < len(self.tokens):
            reading = self.readings.get(at)
            if places := self.descriptions.get(at):
                span = self.tokens[places.start : places.stop]
                self.notes.keep(words_part(span, self.original), span)
                at = places.stop
            elif reading is None:
                self._word(at)
                at += 1
            else:
                if at not in self.denying:
                    self._reading(reading)
                at = reading.end
        self._finish()

    def _as_purpose(self, reading: Reading) -> Reading:
        """Return a type that is not sold as what else serves for it: school shoes, shirts."""
        aim, sense = reading.of("purpose"), reading.of("type")
        is_unsold = sense is not None and not is_sold(sense, self.language)
        return replace(reading, senses=(aim,)) if aim and is_unsold else reading

    def _is_denied(self, reading: Reading) -> bool:
        return reading.start in self.excluded

    def _reading(self, reading: Reading) -> None:
        sense, is_denied = reading.first, self._is_denied(reading)
        if not is_denied and (sense.kind == "gift" or self._is_occasion(reading)):
            self.given.append(reading)
        match sense.kind:
            case "or" | "with":
                self.groups.links[reading.start] = sense.kind
                self.notes.add_fillers(reading.start, self._span(reading))
            case "filler":
                self._filler(reading)
            case "feature":  # what is missing is what names say: "iron" of "non iron"
                *before, last = self._span(reading)
                self.notes.optional += [token.text for token in before]
                self.notes.add_words(reading.end - 1, [last])
            case "purpose" if not (is_denied or self._is_of_type(reading)):
                self.purposes.append(reading)
            case "nobody" | "purpose":
                self._within(reading, INNER if sense.kind == "nobody" or is_denied else NO_PURPOSE)
            case "gift" if not (is_denied and reading.of("type")):
                self.opened[reading] = ["gift"]
            case "type" | "gift":
                self._product_type(reading, cast(Sense, reading.of("type")))
            case kind if kind in ATTRIBUTE_KINDS and reading.of("type") and not is_denied:
                self._product_type(reading, cast(Sense, reading.of("type")))  # "denim" alone
            case "brand" if not is_denied:
                self._brand(reading, sense)
            case _:
                self._part(reading, sense)

    def _is_of_type(self, reading: Reading) -> bool:
        """Return True if a type is named, and neither kinds nor names of it serve this purpose."""
        purposes = reading.first.values
        if self.language.named_for(purposes) or not self._names_type(besides=reading):
            return False
        found = self.readings.values()
        named = (sense.values for one in found if (sense := one.of("type")) is not None)
        return not any(self.language.kinds_serving(ids, purposes) for ids in named)

    def _names_type(self, besides: Reading) -> bool:
        """Return True if a text names a type besides; a gift says nothing of its occasion."""
        is_occasion = self._is_occasion(besides)
        found = (r for r in self.readings.values() if not (is_occasion and r.first.kind == "gift"))
        return names_type(found, self.tokens, self.language)

    def _is_occasion(self, reading: Reading) -> bool:
        purpose, occasions = reading.of("purpose"), self.phrases.entries.get("occasion", {})
        return purpose is not None and any(id_ in occasions for id_ in purpose.values)

    def _describes(self, reading: Reading) -> bool:
        """Return True if a gift or an occasion only describes the noun behind it: a gift box."""
        end = self.tokens[reading.end - 1].end
        words = ((token.start, token.text) for token in (*self.tokens, *self.path.unknown))
        start, following = min((word for word in words if word[0] >= end), default=(0, ""))
        own = self.readings.get(reading.end)
        if own and start == self.tokens[own.start].start:
            return own.first.kind == "type"
        return following in english()

    def _text(self, reading: Reading) -> str:
        span = self._span(reading)  # not in the text's order where a type is named backwards
        first, last = min(token.start for token in span), max(token.end for token in span)
        return self.original[first:last].strip()

    def _span(self, reading: Reading) -> Sequence[Token]:
        return self.tokens[reading.start : reading.end]

    def _phrase(self, reading: Reading) -> str:
        said = [token.text for token in self._span(reading) if not token.is_sign]
        is_one = len(said) == 1 and not self.language.lexicon.entries_of(self._span(reading))
        parted = self.language.lexicon.split_glued(said[0]) if is_one else ()
        is_glued = len(parted) > 1 and not self.language.dictionary.is_indexed(said[0])
        return " ".join(parted if is_glued else said)

    def _word(self, at: int) -> None:
        token = self.tokens[at]
        if token.is_sign:
            self.groups.links[at] = "or"
            return
        if at in self.excluded:
            part = words_part([token], self.original)
            if part.id not in self.notes.without:
                self.notes.conditions.append(part)
                return
        is_noun = self.original[token.end :].strip()[:1].isalpha() and at + 1 not in self.readings
        if token.text in NUMBERS and (is_noun or token.text.isalpha()):  # a "3 seater", three
            self.notes.optional += NUMBERS[token.text]
        elif token.text[0].isdigit() or len(token.text) == 1:  # "30l", "2pk": seldom in a name
            self.notes.optional.append(token.text)
        else:
            self.notes.remaining.append((at, token.text))

    def _within(self, reading: Reading, kinds: frozenset[SenseKind]) -> None:
        """Read a phrase for what else it says: no people in "boyfriend jeans"."""
        span = self._span(reading)
        covered = set[int]()
        found = phrases(span, self.original, self.language, kinds)
        if self._is_denied(reading) and not found:  # "not plus size"
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
        if brand is not None and not self._is_denied(reading) and self._naming(reading) != "no":
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
        for at, token in enumerate(self._span(reading), reading.start):
            senses = self.language.lexicon.entries_of([token])
            colour = next((sense for sense in senses if sense.kind == "colour"), None)
            if colour is not None:
                self._part(Reading(at, at + 1, (colour,)), colour)
            elif not token.is_sign:
                self.notes.optional.append(token.text)

    def _product_type(self, reading: Reading, sense: Sense) -> None:
        phrase = self._phrase(reading)
        sold = is_sold(sense, self.language)
        has_purpose = any(one.first.kind == "purpose" for one in self.readings.values())
        is_outfit = has_purpose and phrase in self.phrases.phrases_of("outfit")
        is_open = is_outfit or (not sold and reading.of("filler") is not None)
        if is_open and not self._is_denied(reading):
            self.notes.optional += phrase.split()
            self.notes.add_fillers(reading.start, self._span(reading))
            return
        less = None if sold else shorter(reading, self.tokens, self.language)
        is_look = sense.weak and all(map(self.language.is_homely, sense.values))  # "no print"
        if (less is not None or is_look) and self._is_denied(reading):
            span = self._span(reading)
            self.notes.keep(words_part(span, self.original), span)
            return
        if less is not None:
            # No colour before it: "wine rack" is one phrase, and not burgundy.
            self._within(replace(reading, end=less[0].start), SAID_BEFORE)
            self._product_type(*less)
            return
        brand = reading.of("brand")
        if sense.weak and brand is not None:
            self._part(reading, brand)
        elif self._is_denied(reading):
            self.unwanted_types.append((reading, sense))
        else:
            self.groups.types.append((reading, sense))

    def _open(self, reading: Reading, words: Sequence[str]) -> None:
        """Note what leaves open what it is as what people give, where nothing else says that.

        Otherwise what is called so comes first, if anything is.
        """
        if self.notes.of("type"):
            return
        stated = [part for edge in self.path.stated for part in edge.parts or ()]
        people = [part for part in (*stated, *self.notes.conditions) if part.kind == "people"]
        gifts = ("childs-gift",) if people and all(map(is_childs, people)) else ("gift",)
        given = self.language.serving(gifts) if reading in self.given else ()
        if given and not self.notes.remaining:
            part = purpose_part(self._text(reading), self._phrase(reading), given, either=False)
            self.notes.keep(part, self._span(reading))
            return
        self.notes.optional += words
        if not any(map(self.language.dictionary.is_indexed, words)):
            self.notes.unsaid += {self._text(reading)}.difference(self.notes.unsaid)
        self.notes.add_fillers(reading.start, self._span(reading))

    def _part(self, reading: Reading, sense: Sense) -> None:
        brand = reading.of("brand")
        if sense.kind == "colour" and sense.weak and brand is not None:
            sense = brand
        is_look = sense.kind == "colour" or sense.kind in ATTRIBUTE_KINDS
        if is_look and not self._is_denied(reading) and self._is_beside(reading):
            self.notes.optional += self._phrase(reading).split()
            self.beside.add(reading.end)
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
                text, sense.values if sense.kind == "brand" else (), store.values if store else ()
            )
        if self._is_denied(reading):
            part = exclude(part, self.language)
        if part.kind == "colour":
            self.colours.append((reading, part))
        else:
            self.notes.keep(part, self._span(reading))

    def _is_beside(self, reading: Reading) -> bool:
        following = self.readings.get(reading.end)
        is_noun = following is not None and following.first.kind in NOUNS
        if following is None and reading.end < len(self.tokens):  # "with white collar"
            is_noun = not self.tokens[reading.end].is_sign
        return is_noun and self.groups.is_beside(reading)

    def _sure_colours(self) -> list[tuple[Reading, Part]]:
        """Return the colours without what is one only by itself: the "linen" of "blue linen"."""
        wanted = [part for _, part in self.colours if part.id not in self.notes.without]
        if "or" in self.groups.links.values() or all(p.excluded or p.either for p in wanted):
            return self.colours
        for reading, part in self.colours:
            if part.either:
                self.notes.add_words(reading.start, self._span(reading))
        return [colour for colour in self.colours if not colour[1].either]

    def _finish(self) -> None:
        """Choose the product types that are meant; the others describe them."""
        colours = self._sure_colours()
        self._settle_purposes()
        self.notes.is_gift = any(map(self._is_wanted, self.given))
        gift = max((r.start for r in self.given if r.first.kind == "gift"), default=0)
        # A "christmas gift for mom" is no perfume's owner, as "cover" is of a sofa.
        places = [at for at, _ in self.notes.remaining if at >= gift]
        chosen, modifiers = self.groups.heads(places)
        said = {at for reading, _ in chosen for at in range(reading.start, reading.end)}
        # Of "cover for a sofa" all words name the sofa cover.
        self.notes.remaining = [(at, word) for at, word in self.notes.remaining if at not in said]
        owned = self.groups.types_by_colour(
            [r for r, p in colours if not p.excluded], [r for r, _ in chosen]
        )
        for reading, part in colours:
            of = self._text(owned[reading]) if reading in owned else ""
            self.notes.keep(replace(part, of=of), self._span(reading))
        for reading, sense in chosen:
            self.notes.keep(self._type_part(reading, sense), self._span(reading))
        self._settle_occasions()
        for reading, sense in self.unwanted_types:
            part = exclude_type(self._type_part(reading, sense), self.notes.of("type"))
            self.notes.keep(part, self._span(reading))
        for reading, words in self.opened.items():
            self._open(reading, words)
        meant = {value for _, sense in chosen for value in sense.values}
        for reading in modifiers:
            if reading.start not in said:
                self._modifier(reading, meant)
        self.notes.rescue()

    def _is_wanted(self, reading: Reading) -> bool:
        """Return True if something to give is wanted; at an occasion a type that is named is."""
        is_open = reading.first.kind == "gift" or not self._names_type(besides=reading)
        return is_open and not self._describes(reading)

    def _settle_purposes(self) -> None:
        """Read what something is for as what it is, where nothing else says that.

        Words may say it that no table knows; "clothes" means nothing else beside them.
        """
        notes = self.notes
        serving = {r: self.language.serving(r.first.values) for r in self.purposes}
        self.occasions = [
            r
            for r, own in serving.items()
            if self._names_type(besides=r)
            or (not own and any(serving.values()) and self.language.named_for(r.first.values))
        ]
        self.purposes = [r for r in self.purposes if r not in self.occasions]
        meant = [r for r in self.purposes if r.of("filler") or not notes.remaining]
        slugs = serving_categories(meant, self.language)
        for reading in self.purposes:
            span, values = self._span(reading), slugs.get(reading, ())
            if values:
                phrase = self._phrase(reading)
                part = purpose_part(self._text(reading), phrase, values, either=len(slugs) == 1)
                notes.keep(part, span)
            elif reading in self.given and not self._describes(reading):
                self.opened[reading] = self._phrase(reading).split()
            elif reading.of("filler"):
                notes.add_fillers(reading.start, span)
            else:
                notes.add_words(reading.start, span)

    def _settle_occasions(self) -> None:
        """Wish for the kinds of a type that serve what it is for, and for the words of their names.

        Names say "satin maxi dress" of what is for a "wedding guest".
        """
        notes = self.notes
        for reading in self.occasions:
            purposes = reading.first.values
            named, is_served = self.language.named_for(purposes), False
            for place, part in enumerate(notes.conditions):
                if not isinstance(part, TypePart) or part.excluded:
                    continue
                kinds = self.language.kinds_serving(part.product_types, purposes)
                if kinds or named:
                    label, is_served = f"{part.label}: {self._phrase(reading)}", True
                    notes.conditions[place] = replace(part, kinds=kinds or part.kinds, label=label)
            if is_served:
                notes.optional += named or self._phrase(reading).split()
            else:
                notes.add_words(reading.start, self._span(reading))

    def _type_part(self, reading: Reading, sense: Sense) -> Part:
        part = type_part(self._text(reading), self._phrase(reading), sense, self.language)
        # What an unfinished word may be stands behind it: of "vase f" a vase's filler.
        goes_on = bool(self.path.prefix) and reading.end == len(self.tokens)
        return replace(part, either=True) if goes_on else part

    def _modifier(self, reading: Reading, meant: Collection[str]) -> None:
        """Note what describes the product type; in English, which is what names are in."""
        phrase = self._phrase(reading)
        english = in_english(reading, phrase, self.language)
        attribute = next((e for e in reading.senses if e.kind in ATTRIBUTE_KINDS), None)
        if attribute is not None:
            self._part(reading, attribute)
        elif is_another_word(reading, meant):
            self.notes.optional += phrase.split()
        elif reading.start in self.beside:
            self.notes.optional += english or phrase.split()
        else:  # "highheel" as "high heel"
            words = english or phrase.split()
            self.notes.remaining += enumerate(words, reading.start)
