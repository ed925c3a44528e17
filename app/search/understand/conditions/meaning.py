"""What a text was understood to mean: typed, immutable, and all that the query needs of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scrapers.attributes import ATTRIBUTES

Kind = str  # one of PART_KINDS
# An attribute's is its name. A word appears as a part only where it is excluded.
PART_KINDS: tuple[Kind, ...] = (
    *("thing", "colour", "brand", "people", "price", "state", "word"),
    *(attribute.name for attribute in ATTRIBUTES),
)

LOOSE_WORDS, NEAR, ANY_COLOUR, ANY_BRAND, ANYTHING = 1, 2, 3, 4, 5  # how loosely a text may be read

# Each is one step of understanding that can be left out, to measure what it is worth.
TECHNIQUES = (
    "money",
    "people",
    "colours",
    "things",
    "brands",
    "states",
    "sizes",
    "negation",
    "fillers",
    "correction",
    "splitting",
    "completion",
    "relaxation",
    "tiers",
    "quality",
    "variety",
)


@dataclass(frozen=True, slots=True)
class Part:
    """One condition in a text.

    `values` are the facet's values (category and colour slugs, brand names, genders, a state);
    parts of one kind are alternatives, unless `excluded`. `phrases` are the wordings of it: the
    product's words must hold one beside the values where `narrow` (a chino is a trouser that says
    so), or instead of them where `either`; elsewhere they only raise. `own` are those of just this,
    without what is narrower. `kinds`: the categories of what is narrower, where more than that
    stands in the values ("tops" holds shirts and jerseys, too). `edge`: wordings that count as the
    colour, too; `alike`: those of the same shade. `is_childs`: a thing that only children have.
    `stores`: slugs that are as good as the values. `things`: ids; what a product's name says it is
    counts wherever it stands. `shared`: the values where other things stand, too: only what is
    called so counts. `elsewhere`: where other things stand, whatever their names say (jeans that
    are "boot cut" are no boots). `near_values` come next to the values where those are few;
    they are `distant` where they hold other things than kinds of it (tables, beside a sofa).
    `of`: the text of the thing that a colour is of, where each of several has its own.
    `certain` parts filter; the others only raise what has them.
    """

    kind: Kind
    text: str
    label: str
    values: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    excluded: bool = False
    certain: bool = True
    narrow: bool = False
    either: bool = False
    is_childs: bool = False
    stores: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    near_values: tuple[str, ...] = ()
    distant: bool = False
    low: float | None = None
    high: float | None = None
    near: float | None = None
    of: str = ""
    currency: str | None = None

    @property
    def id(self) -> str:
        """Return what a client names the part by, to take it away."""
        return f"{'not-' if self.excluded else ''}{self.kind}:{self.text.lower()}"

    def unbounded(self) -> Part:
        """Return the condition as a wish for what is nearest to its bounds; it has one at least."""
        bounds = [bound for bound in (self.low, self.high) if bound is not None]
        near = self.near if self.near is not None else sum(bounds) / len(bounds)
        return replace(self, low=None, high=None, near=near)


@dataclass(frozen=True, slots=True)
class Correction:
    """A word as it was typed and as it was read."""

    typed: str
    used: str


@dataclass(frozen=True, slots=True)
class Lack:
    """What there is where nothing has all of what was asked for.

    `elsewhere`: facets with the number of products that have all of it without what is chosen in
    them. `nearest`: the amount nearest to the prices that were named, in their currency.
    """

    elsewhere: tuple[tuple[tuple[str, ...], int], ...] = ()
    nearest: float | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """A text as understood.

    `words` remain: all must match, and all states hold, while nothing is `loose`. From
    LOOSE_WORDS on they only raise the score, as the `soft` words (numbers, single letters) always
    do; so do the `literal` ones, of parts that were taken away, which must stand in a name or a
    brand. At NEAR a thing's broader category follows what was asked for; at ANY_COLOUR all colours
    do, at ANY_BRAND all brands; at ANYTHING one of the things, brands or words is enough. `exact`:
    how many products there are with nothing loose, where something is. `prefix`: an unfinished last
    word that several words complete; `begun`: ids of things among them. `is_vague`: the words only
    ask ("best sellers"); where no product mentions them, all are meant. `ignored`: words that
    nothing in the catalogue mentions. `used`: the text with its corrections. `techniques`: those
    that were and are to be used. `is_any_price`: no price filters, and the nearest come first.
    `alternatives`: what else the words may be, the likeliest first. `lack`: where `exact` is 0.
    """

    parts: tuple[Part, ...] = ()
    words: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()
    literal: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    ignored: tuple[str, ...] = ()
    used: str = ""
    prefix: str = ""
    begun: tuple[str, ...] = ()
    is_vague: bool = False
    loose: int = 0
    exact: int | None = None
    techniques: frozenset[str] = frozenset(TECHNIQUES)
    is_any_price: bool = False
    alternatives: tuple[Meaning, ...] = field(default=(), compare=False)
    lack: Lack = field(default=Lack(), compare=False)

    def of(self, kind: Kind, *, excluded: bool = False) -> tuple[Part, ...]:
        """Return the parts of one kind."""
        return tuple(p for p in self.parts if p.kind == kind and p.excluded == excluded)

    @property
    def is_by_price(self) -> bool:
        """Tell whether the price orders what is found: then nothing else leads."""
        is_wished = any(part.values[0] in {"cheap", "dear"} for part in self.of("state"))
        return is_wished or self.is_any_price

    @property
    def is_anchored(self) -> bool:
        """Tell whether some condition remains when all words are only wished for."""
        kept = (part for part in self.parts if part not in self.attributes)
        return any(part.certain and not part.excluded for part in kept)

    @property
    def attributes(self) -> tuple[Part, ...]:
        """Return the wanted attributes of products, given up with the words."""
        names = [attribute.name for attribute in ATTRIBUTES]
        asked = (part for part in self.parts if part.kind in names and not part.excluded)
        return tuple(part for part in asked if part.values)

    @property
    def measures(self) -> tuple[Part, ...]:
        """Return the measures that are asked for, which names say and no facet has."""
        return tuple(part for part in self.of("size") if not part.values)

    def steps(self) -> tuple[Meaning, ...]:
        """Return the readings to try where this one finds little, each looser than the last."""
        if "relaxation" not in self.techniques:
            return ()
        has_words = bool(self.words or self.literal or self.prefix)
        has_states = any(part.certain for part in self.of("state"))
        has_attributes = any(part.certain for part in self.attributes)
        levels = [LOOSE_WORDS] if has_words or has_states or has_attributes else []
        priced = self._at_any_price(max([0, *levels]))
        levels += [NEAR] if self.of("thing") else []
        levels += [ANY_COLOUR] if self.of("colour") else []
        levels += [ANY_BRAND] if self.of("brand") and self.of("thing") else []
        levels += [ANYTHING] if self.of("thing") or self.of("brand") else []
        steps = [replace(self, loose=level) for level in levels]
        worded = 1 if levels[:1] == [LOOSE_WORDS] else 0
        return (*steps[:worded], *priced, *steps[worded:])

    def _at_any_price(self, loose: int) -> list[Meaning]:
        """Return the reading in which the bounds of prices are only what others lie near to."""
        bounded = {part for part in self.of("price") if (part.low, part.high) != (None, None)}
        if not bounded:
            return []
        parts = tuple(part.unbounded() if part in bounded else part for part in self.parts)
        return [replace(self, parts=parts, loose=loose, is_any_price=True)]

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is asked for that anything could answer."""
        return not (self.words or self.soft or self.literal or self.parts or self.prefix)
