"""A composed market: things, and what several stores make of each in name, picture and number.

Its truth is known, as it is composed of parts. The hard neighbours come first: one model in other
colours, sizes, volumes, numbers and for other people; a store's one picture for many products, one
number on many, and a thing that it lists twice.
"""

from __future__ import annotations

import hashlib
import io
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, product

from PIL import Image, ImageDraw, ImageOps

from indexer.language import colors
from indexer.language.classify.colors import colors_in_name, colors_of
from indexer.offers.evidence import Facts, edges_of, facts_of, things_of
from indexer.offers.picture import Forms, forms_of
from indexer.vision.classifier import REUSED
from scrapers.values.identifiers import GTIN, MPN, Identifier
from tests.support.data import rows

Picture = bytes | None


@dataclass(frozen=True, slots=True)
class Thing:
    """What is sold, whoever sells it. `draw` gives its picture, alike for the sizes of a model."""

    number: int
    maker: str
    model: str  # with what tells it from its neighbours: "Nola 50ml"
    kind: str
    people: str
    color: str  # empty: it has none
    price: int
    draw: Callable[[], Image.Image]


@dataclass(frozen=True, slots=True)
class Listing:
    """What a store makes of a thing. `store` 0 is no store; `truth` is the thing's number."""

    truth: int
    store: int
    name: str
    maker: str | None
    color: str | None
    price: Decimal
    picture: Picture
    identifiers: tuple[Identifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """What a market is composed of. `neighbours`: what tells one of a model from the next."""

    makers: Sequence[str]
    models: Sequence[str]
    kinds: Sequence[str]
    neighbours: Sequence[Sequence[str]]
    colors: Sequence[str]
    people: Sequence[str] = ("",)


CLOTHES, GOODS = (Parts(**parts) for _, parts in rows("market_parts"))
# What a store types where it has no number, or an own one.
NUMBERLESS = frozenset({Identifier(GTIN, "06001234567895")})
SWATCHES = {key: tuple(value) for key, value in rows("market_swatches")}


def drawing(shape: int, color: tuple[int, int, int]) -> Image.Image:
    """Return a thing of some shape and colour on white; a shape's own in each of the pixels."""
    rng = random.Random(shape)
    picture = Image.new("RGB", (420, 520), "white")
    draw = ImageDraw.Draw(picture)
    left, top = rng.randint(50, 120), rng.randint(40, 110)
    right, bottom = 420 - rng.randint(50, 120), 520 - rng.randint(40, 110)
    draw.rounded_rectangle((left, top, right, bottom), rng.randint(4, 60), fill=color)
    for _ in range(rng.randint(9, 14)):
        x, y = rng.randint(left - 20, right - 30), rng.randint(top - 20, bottom - 30)
        wide, high = rng.randint(20, 130), rng.randint(20, 130)
        shade = tuple(max(0, min(255, part + rng.choice((-70, -40, 60, 90)))) for part in color)
        form = rng.choice((draw.ellipse, draw.rectangle))
        form((x, y, min(x + wide, right), min(y + high, bottom)), fill=shade)
    return picture


def things(parts: Parts, count: int, rng: random.Random, first: int = 1) -> Iterator[Thing]:
    """Give things, all neighbours of a model together."""
    number, used = first, set[tuple[str, ...]]()
    while number < first + count:
        maker, kind = rng.choice(parts.makers), rng.choice(parts.kinds)
        model = " ".join(rng.sample(parts.models, rng.choice((1, 2, 2))))
        price, shape = rng.randint(90, 2_000), rng.randrange(10**9)
        if (maker, model, kind) in used:
            continue
        used.add((maker, model, kind))
        shades = rng.sample(parts.colors, min(3, len(parts.colors)))
        for own in rng.choice(parts.neighbours):
            for color in shades:
                yield Thing(
                    number,
                    maker,
                    f"{model} {number // 7} {own}".strip()
                    if rng.random() < 0.5
                    else f"{model} {own}".strip(),
                    kind,
                    parts.people[shape % len(parts.people)],
                    color,
                    price + 10 * len(own),
                    lambda shape=shape, color=color: drawing(shape, SWATCHES[color]),  # type: ignore[misc]
                )
                number += 1


def _jpeg(picture: Image.Image, quality: int = 85) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality)
    return out.getvalue()


def padded(picture: Image.Image) -> Image.Image:
    """Return the picture with a fifth more of its corner's colour around it."""
    width, height = picture.size
    wide = Image.new("RGB", (width * 6 // 5, height * 6 // 5), picture.getpixel((0, 0)))
    wide.paste(picture, ((wide.width - width) // 2, (wide.height - height) // 2))
    return wide


def cropped(share: float) -> Callable[[Image.Image], Image.Image]:
    """Return what cuts this share off each side."""

    def cut(picture: Image.Image) -> Image.Image:
        wide, high = picture.width * share, picture.height * share
        return picture.crop(
            (int(wide), int(high), int(picture.width - wide), int(picture.height - high))
        )

    return cut


def halved(picture: Image.Image) -> Image.Image:
    """Return the picture half as wide and high."""
    return picture.resize((picture.width // 2, picture.height // 2))


# What stores do to a picture; each with the quality of its JPEG.
ALTERATIONS: dict[str, tuple[Callable[[Image.Image], Image.Image], int]] = {
    "halved": (halved, 90),
    "JPEG 40": (lambda picture: picture, 40),
    "mirrored": (ImageOps.mirror, 90),
    "padded by 20 %": (padded, 90),
    **{f"cropped by {percent} %": (cropped(percent / 100), 90) for percent in (3, 5, 7)},
}


def altered(picture: Image.Image, how: str) -> bytes:
    """Return a copy of a picture as a store may show it."""
    change, quality = ALTERATIONS[how]
    return _jpeg(change(picture), quality)


def market(
    parts: Parts, count: int, stores: int, *, seed: int, numbered: float = 0.5, first: int = 1
) -> list[Listing]:
    """Return the listings of that many things. `numbered`: the share that has an identifier."""
    rng = random.Random(seed)
    blank = _jpeg(drawing(seed, (200, 200, 200)))  # what a store shows where it has no picture
    listings = []
    for thing in things(parts, count, rng, first):
        own = _identifiers(thing, rng) if rng.random() < numbered else ()
        for store in rng.sample(range(1, stores + 1), rng.choice((1, 2, 2, 3, 4))):
            listings.append(_listing(thing, store, own, rng, blank))
            if rng.random() < 0.02:  # listed twice
                listings.append(_listing(thing, store, own, rng, blank))
    return listings


def _identifiers(thing: Thing, rng: random.Random) -> tuple[Identifier, ...]:
    body = f"600{thing.number % 10**9:09d}"
    check = -sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(body)) % 10
    if rng.random() < 0.7:
        return (Identifier(GTIN, f"0{body}{check}"),)
    # One number for a model in all colours, as style numbers are.
    return (Identifier(MPN, f"{thing.model}-{thing.kind}".upper().replace(" ", "")),)


def _listing(
    thing: Thing, store: int, own: tuple[Identifier, ...], rng: random.Random, blank: bytes
) -> Listing:
    is_own_brand_named = rng.random() < 0.7
    words = [thing.model, thing.kind]
    if rng.random() < 0.25:
        words.reverse()
    if thing.people:
        words.insert(rng.choice((0, len(words))), thing.people)
    if not is_own_brand_named or rng.random() < 0.2:
        words.insert(0, thing.maker)
    name = " ".join(words)
    in_name = bool(thing.color) and rng.random() < 0.6
    if in_name:
        name += rng.choice((" - {}", " in {}", " ({})", " {}")).format(thing.color.title())
    if rng.random() < 0.3:
        name = name.title() if rng.random() < 0.5 else name.upper()
    if own and rng.random() < 0.02:  # a number that is typed on everything
        own = (*NUMBERLESS,)
    return Listing(
        thing.number,
        store,
        name,
        thing.maker if is_own_brand_named else None,
        thing.color if thing.color and (not in_name or rng.random() < 0.5) else None,
        Decimal(thing.price * rng.randint(80, 120)) / 100,
        _shown(thing, rng, blank),
        own,
    )


def _shown(thing: Thing, rng: random.Random, blank: bytes) -> Picture:
    """Return the copy that a store shows: altered, another photograph, the store's blank, none."""
    drawn = rng.random()
    if drawn < 0.7:
        return altered(thing.draw(), rng.choice([*ALTERATIONS]))
    if drawn < 0.9:
        return _jpeg(drawing(rng.randrange(10**9), SWATCHES[thing.color]))
    return blank if drawn < 0.95 else None


COLOR_IDS = {color.slug: number for number, color in enumerate(colors(), 1)}


def facts(listings: Sequence[Listing]) -> list[Facts]:
    """Return what is compared of listings, numbered from 1; shared pictures are none's."""
    kept: dict[bytes, Forms] = {}
    often = Counter((each.store, each.picture) for each in listings)
    found = []
    for number, each in enumerate(listings, 1):
        shown = each.picture if each.picture and often[each.store, each.picture] <= REUSED else None
        if shown and shown not in kept:
            kept[shown] = forms_of(shown)
        said = (colors_of(each.color) if each.color else ()) or colors_in_name(each.name)
        found.append(
            facts_of(
                number,
                each.store,
                each.name,
                each.maker or "",
                color=each.color,
                colors=[COLOR_IDS[slug] for slug in said],
                price=float(each.price),
                identifiers=[(one.kind, one.value) for one in each.identifiers],
                picture=hashlib.sha256(shown).hexdigest() if shown else "",
                forms=kept[shown] if shown else (),
            )
        )
    return found


def brute_force(products: Sequence[Facts]) -> dict[int, int | None]:
    """Return the things of products by comparing each with all: no keys, no candidates."""
    edges = {edge.pair: edge for one in products for edge in edges_of(one, _others(one, products))}
    return things_of({one.id: one for one in products}, edges.values())


def _others(one: Facts, products: Sequence[Facts]) -> list[Facts]:
    numbers = one.gtins | one.mpns
    return [
        other
        for other in products
        if other is not one and (other.store != one.store or numbers & (other.gtins | other.mpns))
    ]


@dataclass(frozen=True, slots=True)
class Judged:
    """Pairs that were joined and how many are right; of two stores that have one thing, how many
    found one another: where both give identifiers, and where not.
    """

    joined: int
    right: int
    numbered: tuple[int, int]
    bare: tuple[int, int]
    wrong: list[tuple[int, int]]


def judged(listings: Sequence[Listing], things: Mapping[int, int | None]) -> Judged:
    """Compare what was joined with the truth; listings are numbered from 1."""
    groups: dict[int, list[int]] = {}
    for key, thing in things.items():
        if thing is not None:
            groups.setdefault(thing, []).append(key)
    pairs = [pair for group in groups.values() for pair in combinations(sorted(group), 2)]
    wrong = [(a, b) for a, b in pairs if listings[a - 1].truth != listings[b - 1].truth]
    counts = {True: [0, 0], False: [0, 0]}
    for first, second in _meetings(listings):
        has = any(
            NUMBERLESS.isdisjoint(a.identifiers) and {*a.identifiers} & {*b.identifiers}
            for a, b in product(
                (listings[at - 1] for at in first), (listings[at - 1] for at in second)
            )
        )
        counts[has][1] += 1
        counts[has][0] += any(
            things[a] is not None and things[a] == things[b] for a, b in product(first, second)
        )
    numbered, bare = counts[True], counts[False]
    return Judged(
        len(pairs), len(pairs) - len(wrong), (numbered[0], numbered[1]), (bare[0], bare[1]), wrong
    )


def _meetings(listings: Sequence[Listing]) -> Iterator[tuple[list[int], list[int]]]:
    places: dict[int, dict[int, list[int]]] = {}
    for number, each in enumerate(listings, 1):
        places.setdefault(each.truth, {}).setdefault(each.store, []).append(number)
    for stores in places.values():
        yield from combinations(stores.values(), 2)
