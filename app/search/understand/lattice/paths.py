"""The likeliest ways through the lattice of a text: how its words are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from app.search.understand.conditions.meaning import Correction
from app.search.understand.lattice.phrases import Arcs, Edge, edges
from app.search.understand.lattice.words import STRIDE, Text
from app.search.understand.readings.purposes import names_type
from app.search.understand.words.costs import COSTS
from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import ORDER, Reading, SenseKind
from app.search.understand.words.text import Token

KEPT = 6  # ways to one node

# Which cost an edge has beside the one before it, by their roles.
BESIDE = {
    ("word", "foreign colour"): "foreign",  # a "living room" is no cream
    ("people", "foreign colour"): "foreign",
    ("owner", "foreign colour"): "foreign",  # nor is "my room"
    ("foreign type", "word"): "foreign",  # and the "pet" of a "pet gate" no cap
    ("foreign type", "people"): "foreign",
    ("said people", "type"): "idiom",  # "dad sneakers" are no men's
    ("said people", "people"): "idiom",  # "school boys" ask for what names call school's
    ("type", "type"): "two_types",  # a "gas braai cover" is no braai with a cover
}


@dataclass(frozen=True, slots=True)
class Path:
    """One reading of a text's words.

    `tokens` as they are read, a type that is named backwards put right, and the `readings` of
    them, from left to right. `corrections`: what is read as another word. `unknown`: what nobody
    knows. `prefix`: the unfinished last word, which is none of the tokens, and `begun` the ids of
    the product types that it may begin.
    """

    tokens: Sequence[Token]
    readings: tuple[Reading, ...]
    corrections: tuple[Correction, ...] = ()
    unknown: tuple[Token, ...] = ()
    prefix: str = ""
    begun: tuple[str, ...] = ()


# What it costs, what its words are read as ("*" behind one that goes on), and its phrases.
Way = tuple[float, tuple[str, ...], tuple[Edge, ...]]
# The technique that each kind of phrase belongs to.
TECHNIQUE_OF: dict[SenseKind, str] = {
    "nobody": "people", "people": "people", "type": "types", "purpose": "types",
    "colour": "colours", "brand": "brands", "store": "brands", "state": "states",
    "not": "negation", "filler": "fillers",
}  # fmt: skip


def read_as(text: Text) -> list[Path]:
    """Return the readings of a text, the likeliest first; no two of the same words."""
    used = {"", *text.techniques}
    kinds = frozenset(kind for kind in ORDER if TECHNIQUE_OF.get(kind, "") in used)
    arcs = text.arcs()
    found = paths(text, arcs, kinds)
    is_for = any(reading.of("purpose") for reading in found[0].readings)
    if is_for and names_type(found[0].readings, found[0].tokens, text.language):
        # A purpose says then only what the product type is like, each of its words by itself.
        return paths(text, arcs, kinds - {"purpose"})
    return found


def phrases(
    tokens: Sequence[Token], language: Language, kinds: frozenset[SenseKind]
) -> tuple[Reading, ...]:
    """Return the phrases of these kinds in words that are what they say, from left to right."""
    text = Text(tokens, language, as_typed=True)
    return paths(text, text.arcs(), kinds)[0].readings


def paths(text: Text, arcs: Arcs, kinds: frozenset[SenseKind]) -> list[Path]:
    """Return the readings of a text, the likeliest first; no two of the same words."""
    end = len(text.tokens) * STRIDE
    by_start = edges(text, arcs, kinds)
    ways: dict[int, list[Way]] = {0: [(0.0, (), ())]}
    for node in sorted(by_start):
        ahead = [(edge, edge.role, _words(edge)) for edge in by_start[node]]
        for cost, words, way in _best(ways.get(node, ()), _reading_so_far):
            last = way[-1].role if way else ""
            for edge, role, own in ahead:
                beside = BESIDE.get((last, role))
                price = cost + edge.cost + (getattr(COSTS, beside) if beside else 0.0)
                ways.setdefault(edge.end, []).append((price, (*words, *own), (*way, edge)))
    whole = _best(ways.get(end, ()), lambda way: way[1])
    return [_path(text.tokens, way) for _, _, way in whole]


def _reading_so_far(way: Way) -> tuple[object, ...]:
    """Return all of a way that what follows depends on, or that readings differ in."""
    _, words, taken = way
    return words, taken[-1].role if taken else ""


def _best(ways: Sequence[Way], key: Callable[[Way], object]) -> list[Way]:
    """Return the likeliest ways, the cheapest of each key."""
    best: dict[object, Way] = {}
    for way in ways:
        own = key(way)
        if own not in best or way[0] < best[own][0]:
            best[own] = way
    return nsmallest(KEPT, best.values(), key=lambda way: way[0])


def _words(edge: Edge) -> tuple[str, ...]:
    """Return what an edge's words are read as, in the order of the text.

    Words that names say are others where they mean people: of "guys jeans" both may be asked for.
    """
    words = [arc.token.text for arc in sorted(edge.arcs, key=lambda arc: arc.start)]
    return (*words, "*") if edge.begun is not None or edge.said == "said people" else tuple(words)


def _path(typed: Sequence[Token], way: Sequence[Edge]) -> Path:
    tokens: list[Token] = []
    readings: list[Reading] = []
    unknown: list[Token] = []
    prefix, begun = "", ()  # type: str, tuple[str, ...]
    for edge in way:
        if edge.is_lost:
            unknown.append(edge.arcs[0].token)
            continue
        own = [arc.token for arc in edge.arcs]
        if edge.begun is not None:
            prefix, begun = own.pop().text, edge.begun
        elif edge.senses:
            readings.append(Reading(len(tokens), len(tokens) + len(own), edge.senses))
        tokens += own
    corrections = tuple(_corrections(typed, way))
    return Path(tuple(tokens), tuple(readings), corrections, tuple(unknown), prefix, begun)


def _corrections(typed: Sequence[Token], way: Sequence[Edge]) -> Iterator[Correction]:
    """Give what is read as another word, by the word as it was typed."""
    read: dict[int, list[str]] = {}
    for arc in (arc for edge in way for arc in edge.arcs):
        if arc.source == "other":
            read.setdefault(arc.start // STRIDE, []).append(arc.token.text)
    for at, words in sorted(read.items()):
        if words != [typed[at].text]:  # a word that nobody sells may be known all the same
            yield Correction(typed[at].text, " ".join(words))
