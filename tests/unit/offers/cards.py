"""Cards' price texts, composed of parts, each with what everybody pays for one new piece today."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from random import Random

from scrapers.values.price.price_text import BREAK, STRUCK, Piece, PriceText
from tests.unit.offers import parts

CENT = Decimal("0.01")
SIGNS = {
    "ZAR": ("R{}", "R {}", "{} ZAR", "ZAR {}", "R\u00a0{}"),
    "EUR": ("{} €", "€{}", "€ {}", "{} EUR"),
    "NAD": ("N${}", "N$ {}"),
    "BWP": ("P{}", "P {}"),
}
BETWEEN = (" ", " | ", " · ", ", ", "□", "□", "□", "□", "▭", "▭")  # □ a span, ▭ a block


@dataclass(frozen=True)
class Card:
    """A price text and what is right: the price, None where it is not known, and the one before."""

    nodes: tuple[PriceText, ...]
    currency: str
    price: Decimal | None
    ordinary: Decimal | None = None

    @property
    def text(self) -> str:
        return "".join(f"[{p.text}{p.role and ':' + p.role}]" for node in self.nodes for p in node)


def _amounts(random: Random) -> dict[str, Decimal]:
    paid = Decimal(
        random.choice((49, 99, 129.99, 199, 349.95, 499, 899, 1299, 2499.5, 8999, 12499))
    )
    paid = (paid * Decimal(random.uniform(0.9, 1.1))).quantize(
        random.choice((CENT, Decimal(1), Decimal("0.1")))
    )
    before = (paid * Decimal(random.choice(("1.2", "1.5", "1.33")))).quantize(Decimal(1))
    months, count = random.choice((6, 12, 24, 36)), random.choice((2, 3, 4, 6, 10))
    return {
        "a": paid,
        "w": before,
        "d": before - paid,
        "c": (paid * Decimal(random.choice(("0.9", "0.8", "0.75", "0.6")))).quantize(CENT),
        "b": (paid * Decimal("0.9") * count).quantize(Decimal(1)),
        "k": Decimal(count),
        "i": (paid / count).quantize(CENT),
        "m": Decimal(months),
        "u": (paid * Decimal(random.choice(("0.05", "0.1", "0.2")))).quantize(CENT),
        "x": (paid / Decimal("1.15")).quantize(CENT),
    }


def _printed(value: Decimal, form: str, sign: str) -> str:
    cents = value != value.to_integral() or "0" in form
    number = f"{value:,.2f}" if cents else f"{value:,.0f}"
    group, point = form[0], form[1]
    number = "".join({",": group, ".": point}.get(char, char) for char in number)
    return sign.format(number)


def _filled(template: str, values: dict[str, str]) -> str:
    for name, text in values.items():
        template = template.replace(f"{{{name}}}", text)
    return template


def compose(random: Random, *, kept: bool | None = None) -> Card:
    """Compose a card; `kept` None takes of all parts."""

    def one(entries: tuple[str, ...]) -> str:
        return random.choice(parts.part(entries, kept=kept))

    values = _amounts(random)
    currency = random.choice(("ZAR", "ZAR", "ZAR", "ZAR", "EUR", "NAD", "BWP"))
    sign, form = (
        random.choice(SIGNS[currency]),
        random.choice((" .", " ,0", ",.", ",.0", ".,0", " .0")),
    )
    texts = {
        name: str(value) if name in "km" else _printed(value, form, sign)
        for name, value in values.items()
    }
    texts |= {
        "club": random.choice(parts.part(parts.WORDS["CLUBS"], kept=kept)),
        "firm": random.choice(parts.part(parts.WORDS["FIRMS"], kept=kept)),
        "code": random.choice(parts.WORDS["CODES"]),
    }
    is_reduced = random.random() < 0.3
    is_known = random.random() < 0.93
    main = (
        [one(parts.WORDS["REDUCED"] if is_reduced else parts.WORDS["NEUTRAL"])] if is_known else []
    )
    conditions = (
        parts.WORDS["FOR_SOME"],
        parts.WORDS["FOR_SOME"],
        parts.WORDS["BULK"],
        parts.WORDS["PARTS"],
        parts.WORDS["PARTS"],
    )
    beside = [one(random.choice(conditions)) for _ in range(random.choice((0, 1, 1, 1, 2)))]
    if not main and not beside:
        beside = [one(parts.WORDS["FOR_SOME"])]
    beside += [one(parts.WORDS["ASIDES"])] if main and random.random() < 0.2 else []
    beside += [one(parts.WORDS["NOISE"])] if random.random() < 0.25 else []
    shown = [*main, *beside]
    random.shuffle(shown)
    if random.random() < 0.5:
        shown = [*main, *beside]
    return Card(
        _nodes([_filled(template, texts) for template in shown], random.choice(BETWEEN)),
        currency,
        values["a"] if main else None,
        values["w"] if is_reduced and main else None,
    )


def _nodes(texts: list[str], between: str) -> tuple[PriceText, ...]:
    if between not in "□▭":
        return (_pieces(between.join(texts)),)
    pieces: list[Piece] = []
    for place, text in enumerate(texts):
        if place:
            pieces.append(Piece(" ") if between == "□" else Piece("", BREAK))
        pieces += _pieces(text)
    return (tuple(pieces),)


def _pieces(text: str) -> PriceText:
    """Return the text as pieces; what stands between two ~ is struck through."""
    return tuple(
        Piece(part, STRUCK if place % 2 else "")
        for place, part in enumerate(text.split("~"))
        if part
    )
