"""How fast `/api/suggest` answers while texts are typed, through gunicorn and over HTTP."""

from __future__ import annotations

import http.client
import random
import time
from collections.abc import Iterator
from urllib.parse import quote

from indexer.index.status import ensure
from indexer.reference import current
from tests.bench.generate import VOCABULARY
from tests.bench.report import Figure, at_most, percentile
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "Suggestions (/api/suggest over HTTP, one client, a letter at a time)"
CATALOGUE = True
WARM_UP = 100
P95_AIM_MS = 15.0
SHORTEST = 2  # letters: the browser asks from there


def run(stage: Stage) -> Iterator[Figure]:
    """Yield how long a visitor waits for suggestions, without a country and with one."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    with api_server(stage) as (address, _):
        for name, country in (("any country", ""), ("one country", "ZA")):
            times = _measure(stage, address, country)
            yield Figure(
                f"suggestions, {name}, {len(times)} texts", f"p50 {percentile(times, 50):.1f} ms"
            )
            yield at_most(f"suggestions, {name}, p95", percentile(times, 95), P95_AIM_MS, " ms")


def _measure(stage: Stage, address: str, country: str) -> list[float]:
    """Return ms from request to whole answer."""
    connection = http.client.HTTPConnection(address, timeout=60)
    typed = _typed(random.Random(11))
    for _ in range(WARM_UP):
        _ask(connection, next(typed), country)
    times, limit = [], time.perf_counter() + 3 * stage.seconds
    while time.perf_counter() < limit:
        times.append(_ask(connection, next(typed), country))
    return times


def _ask(connection: http.client.HTTPConnection, text: str, country: str) -> float:
    started = time.perf_counter()
    connection.request("GET", f"/api/suggest?q={quote(text)}&countryCode={country}")
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(f"suggestions for {text!r} are answered with {answer.status}")
    return (time.perf_counter() - started) * 1000


def _typed(rng: random.Random) -> Iterator[str]:
    """Give texts as they grow: people, a colour, a thing, a material, each letter once."""
    vocabulary = current()
    product_types = [
        name
        for product_type in vocabulary.product_types.values()
        for name in product_type.synonyms[:1]
    ]
    people = [people.wordings[0].phrase for people in vocabulary.people.values()]
    colours = [wording.phrase for wording in vocabulary.colours.wordings]
    materials = VOCABULARY["materials"]
    while True:
        first = rng.choice([people, colours, materials, [""]])
        text = f"{rng.choice(first)} {rng.choice(product_types)}".strip()
        for length in range(SHORTEST, len(text) + 1):
            yield text[:length]
