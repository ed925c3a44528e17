"""What a text was understood to mean: typed, immutable, and all that the query needs of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

Kind = Literal[
    "thing", "colour", "brand", "people", "price", "size", "state", "word"
]  # a word appears as a part only where it is excluded

LOOSE_WORDS, NEAR, ANY_COLOUR, ANY_BRAND, ANYTHING = 1, 2, 3, 4, 5  # how loosely a text may be read
PART_KINDS: tuple[Kind, ...] = get_args(Kind)

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
    currency: str | None = None

    @property
    def id(self) -> str:
        """Return what a client names the part by, to take it away."""
        return f"{'not-' if self.excluded else ''}{self.kind}:{self.text.lower()}"


@dataclass(frozen=True, slots=True)
class Correction:
    """A word as it was typed and as it was read."""

    typed: str
    used: str


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
    that were and are to be used.
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

    def of(self, kind: Kind, *, excluded: bool = False) -> tuple[Part, ...]:
        """Return the parts of one kind."""
        return tuple(p for p in self.parts if p.kind == kind and p.excluded == excluded)

    @property
    def is_by_price(self) -> bool:
        """Tell whether the price orders what is found: then nothing else leads."""
        return any(part.values[0] in {"cheap", "dear"} for part in self.of("state"))

    @property
    def is_anchored(self) -> bool:
        """Tell whether some condition remains when all words are only wished for."""
        return any(part.certain and not part.excluded for part in self.parts)

    def steps(self) -> tuple[Meaning, ...]:
        """Return the readings to try where this one finds little, each looser than the last."""
        if "relaxation" not in self.techniques:
            return ()
        has_words = bool(self.words or self.literal or self.prefix)
        has_states = any(part.certain for part in self.of("state"))
        levels = [LOOSE_WORDS] if has_words or has_states else []
        levels += [NEAR] if self.of("thing") else []
        levels += [ANY_COLOUR] if self.of("colour") else []
        levels += [ANY_BRAND] if self.of("brand") and self.of("thing") else []
        levels += [ANYTHING] if self.of("thing") or self.of("brand") else []
        return tuple(replace(self, loose=level) for level in levels)

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is asked for that anything could answer."""
        return not (self.words or self.soft or self.literal or self.parts or self.prefix)
