"""What a text was understood to mean: typed, immutable, and all that the query needs of it.

What follows from a condition of each kind is declared in `app.search.query.kinds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, overload

from app.search.understand.text import Token

LOOSE_WORDS, NEAR, ANY_COLOUR, ANY_BRAND, ANYTHING = 1, 2, 3, 4, 5  # how loosely a text may be read


@dataclass(frozen=True, slots=True)
class Part:
    """One condition in a text; `kind` is one of those of `app.search.query.kinds`.

    `values` are the facet's values (category and colour slugs, brand names, genders, a state);
    parts of one kind are alternatives, unless `excluded`. `phrases` are the wordings of it, which
    only raise; instead of the values they do where `either`. `of`: the text of the type that it is
    of, where each of several has its own. `certain` parts filter; the others only raise what has
    them. `stores`: slugs of stores that are called as a brand is, and as good as the values. A word
    is a part only where it is excluded.
    """

    kind: str
    text: str
    label: str
    values: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: bool = False
    certain: bool = True
    either: bool = False
    of: str = ""
    stores: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return what a client names the part by, to take it away."""
        return f"{'not-' if self.excluded else ''}{self.kind}:{self.text.lower()}"


@dataclass(frozen=True, slots=True)
class TypePart(Part):
    """What is looked for.

    The product's words must hold one of the phrases beside the values where `requires_name` (a
    chino is a trouser that says so). `own` are those of just this, without what is narrower.
    `kinds`: the categories of what is narrower, where more than that stands in the values ("tops"
    holds shirts and jerseys, too), or of those that serve an occasion. `is_childs`: only children
    have it. `product_types`: ids; what a name says it is counts wherever it stands; `narrower`: the
    ids of what is one of these; `broader`: of what these are. `shared`: the values where other
    things stand, too: only what is called so counts. `excluded_categories`: where other things
    stand, whatever their names say (jeans that are "boot cut" are no boots). `near_values` come
    next to the values where those are few; they are `distant` where they hold other things than
    kinds of it (tables, beside a sofa).
    """

    own: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    requires_name: bool = False
    is_childs: bool = False
    product_types: tuple[str, ...] = ()
    narrower: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    excluded_categories: tuple[str, ...] = ()
    near_values: tuple[str, ...] = ()
    distant: bool = False


@dataclass(frozen=True, slots=True)
class Colour(Part):
    """A colour. `edge`: wordings that count as it, too; `alike`: those of the same shade.

    `others`: the slugs of all other colours.
    """

    edge: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount(Part):
    """A price, or a discount in per cent: from `low` to `high`, a null bound is open.

    `near` comes first. `currency` is null where none was named: the visitor's.
    """

    low: float | None = None
    high: float | None = None
    near: float | None = None
    currency: str | None = None

    @property
    def is_bounded(self) -> bool:
        return (self.low, self.high) != (None, None)

    def as_wish(self) -> Amount:
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
class Meaning:
    """A text as understood.

    `words` remain: all must match, and all states hold, while nothing is loose. From LOOSE_WORDS on
    they only raise the score, as the `optional` words (numbers, single letters) always do; so do
    the `required` ones, of parts that were taken away, which must stand in a name or a brand.
    `is_vague`: the words only ask ("best sellers"); where no product mentions them, all are meant.
    `is_gift`: something to give is wanted, and the text leaves open what.
    `prefix`: an unfinished last word that several words complete; `begun`: ids of types among them.
    `ignored`: words that nothing in the catalogue mentions. `used`: the text with its corrections.
    `alternatives`: what else the words may be, the likeliest first. `lost`: words for which the
    index is searched before they are given up.

    `relaxation`: how loosely the text is read in the end, by what there is. At LOOSE_WORDS words
    only raise; at NEAR a type's broader category follows what was asked for; at ANY_COLOUR all
    colours do, at ANY_BRAND all brands; at ANYTHING one of the types, brands or words is enough.
    `exact`: how many products there are with nothing loose, where something is; `is_parted`: they
    come first. `keeps_words`: all words must match, however loosely the rest is read.
    Where `exact` is 0: `elsewhere`, facets with the number of products that have all of it without
    what is chosen in them, and `nearest`, the amount nearest to the prices that were named, in
    their currency.
    """

    parts: tuple[Part, ...] = ()
    words: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    ignored: tuple[str, ...] = ()
    used: str = ""
    prefix: str = ""
    begun: tuple[str, ...] = ()
    is_vague: bool = False
    is_gift: bool = False
    alternatives: tuple[Meaning, ...] = field(default=(), compare=False)
    lost: tuple[str, ...] = field(default=(), compare=False)
    relaxation: int = 0
    exact: int | None = field(default=None, compare=False)
    is_parted: bool = False
    keeps_words: bool = False
    elsewhere: tuple[tuple[tuple[str, ...], int], ...] = field(default=(), compare=False)
    nearest: float | None = field(default=None, compare=False)

    @overload
    def of(self, kind: Literal["type"], *, excluded: bool = False) -> tuple[TypePart, ...]: ...
    @overload
    def of(self, kind: Literal["colour"], *, excluded: bool = False) -> tuple[Colour, ...]: ...
    @overload
    def of(self, kind: Literal["price"], *, excluded: bool = False) -> tuple[Amount, ...]: ...
    @overload
    def of(self, kind: str, *, excluded: bool = False) -> tuple[Part, ...]: ...
    def of(self, kind: str, *, excluded: bool = False) -> tuple[Part, ...]:
        return tuple([p for p in self.parts if p.kind == kind and p.excluded == excluded])

    def loosely(self, level: int) -> Meaning:
        return replace(self, relaxation=level)

    @property
    def is_any_price(self) -> bool:
        """Return True if prices are named and none filters: the nearest come first."""
        prices = self.of("price")
        return bool(prices) and not any(price.is_bounded for price in prices)

    @property
    def is_by_price(self) -> bool:
        """Return True if the price orders what is found: then nothing else leads."""
        is_wished = any(
            part.values[0] in {"price-ascending", "price-descending"} for part in self.of("state")
        )
        return is_wished or self.is_any_price

    @property
    def is_empty(self) -> bool:
        """Return True if the text has no condition or word that a product could meet.

        What only says how it should be ("red") is no answer to an unknown thing.
        """
        if self.words or self.optional or self.required or self.prefix or self.is_gift:
            return False
        is_named = any(part.kind in {"type", "brand"} for part in self.parts)
        return not (self.parts and (is_named or not self.ignored))


class Notes:
    """Conditions, and the words that are none, with their places in the text.

    `without`: ids of the parts that the visitor took away, whose words become `required`.
    `is_conditioned`: an amount or a size that was read before holds the text together.
    `unsaid`: words of no product, as they were typed.
    `is_vague`: the words that remain only ask, and say nothing of a product. `is_gift`: something
    to give is wanted, and the text does not say what.
    """

    def __init__(self, without: frozenset[str], *, is_conditioned: bool = False) -> None:
        self.without = without
        self.is_conditioned = is_conditioned
        self.conditions: list[Part] = []
        self.remaining: list[tuple[int, str]] = []
        self.fillers: list[tuple[int, str]] = []
        self.optional: list[str] = []
        self.required: list[str] = []
        self.unsaid: list[str] = []
        self.is_vague = self.is_gift = False

    def keep(self, part: Part, tokens: Iterable[Token]) -> bool:
        """Note a part, or its words as they are written where it was taken away.

        Returns whether it stays.
        """
        if part.id in self.without:
            self.required += [token.text for token in tokens if not token.is_sign]
            return False
        self.conditions.append(part)
        return True

    def add_words(self, start: int, tokens: Sequence[Token]) -> None:
        """Note words that products must hold; `start`: the place of the first."""
        self.remaining += _with_places(start, tokens)

    def add_fillers(self, start: int, tokens: Sequence[Token]) -> None:
        """Note words that say nothing, unless there is nothing else."""
        self.fillers += _with_places(start, tokens)

    def of(self, kind: str) -> list[Part]:
        return [part for part in self.conditions if part.kind == kind]

    def rescue(self) -> None:
        """Read fillers as words, and what may be a brand as one, where there is nothing else."""
        if self.is_conditioned or self.remaining or self.required:
            return
        if any(part.certain for part in self.conditions):
            return
        if self.optional:
            self.remaining, self.optional = list(enumerate(self.optional)), []
            return
        if self.conditions:
            # A state such as "cheap" orders and never filters, also when it stands alone.
            self.conditions = [
                replace(part, certain=part.kind == "brand") for part in self.conditions
            ]
        else:
            self.remaining, self.is_vague = self.fillers, bool(self.fillers)

    def words(self) -> tuple[str, ...]:
        """Return the words that remain, in their order, each once."""
        return tuple(dict.fromkeys(word for _, word in sorted(self.remaining)))


def _with_places(start: int, tokens: Sequence[Token]) -> list[tuple[int, str]]:
    return [(at, token.text) for at, token in enumerate(tokens, start) if not token.is_sign]
