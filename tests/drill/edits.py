"""An operator who edits all the time, and what of it must be there afterwards."""

from __future__ import annotations

import http.client
import json
import random
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import psycopg
from psycopg.rows import tuple_row

from indexer.core.settings import Settings
from tests.support.database import psycopg_url

TIMEOUT_S = 20.0
PACE_S = 0.25
COLORS = range(1, 11)


@dataclass(slots=True)
class Expected:
    """What each edited product may have: its last acknowledged value, or one sent since then."""

    allowed: dict[int, set[int]] = field(default_factory=dict)
    acknowledged: int = 0
    unanswered: int = 0

    def sent(self, product: int, value: int, *, acknowledged: bool) -> None:
        """Note an edit that was answered as saved, or whose answer did not come or says no."""
        if acknowledged:
            self.acknowledged += 1
            self.allowed[product] = {value}
        else:
            self.unanswered += 1
            if product in self.allowed:
                self.allowed[product].add(value)

    def lost(self, present: Mapping[int, int | None]) -> list[int]:
        """Return the products whose acknowledged value is gone."""
        return sorted(
            product
            for product, values in self.allowed.items()
            if present.get(product) not in values
        )


class Operator:
    """Sets colours by hand through the API, one product after the other."""

    def __init__(self, port: int, token: str, products: Sequence[int]) -> None:
        self.expected = Expected()
        self._port, self._products = port, products
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._random = random.Random(1)
        self._stop = threading.Event()

    @contextmanager
    def editing(self) -> Iterator[Expected]:
        """Edit while the block runs."""
        thread = threading.Thread(target=self._edit, daemon=True)
        thread.start()
        try:
            yield self.expected
        finally:
            self._stop.set()
            thread.join(2 * TIMEOUT_S)

    def _edit(self) -> None:
        while not self._stop.wait(PACE_S):
            product = self._random.choice(self._products)
            value = self._random.choice(COLORS)
            self.expected.sent(product, value, acknowledged=self._is_saved(product, value))

    def _is_saved(self, product: int, value: int) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_S)
        with suppress(OSError, http.client.HTTPException):
            body = json.dumps({"productId": product, "finalColorId": value})
            connection.request("POST", "/api/images/save", body, self._headers)
            return connection.getresponse().status == 200
        return False


def lasting(settings: Settings) -> list[int]:
    """Return the products that no job deletes meanwhile: purging takes those that are gone."""
    asked = "SELECT id FROM product WHERE gone_at IS NULL ORDER BY id"
    with psycopg.connect(psycopg_url(settings.database_url), row_factory=tuple_row) as connection:
        return [row[0] for row in connection.execute(asked)]


def lost_edits(settings: Settings, expected: Expected) -> list[int]:
    """Return the products whose acknowledged edit PostgreSQL does not have."""
    asked = "SELECT id, curated_color_id FROM product WHERE curated_color_id IS NOT NULL"
    with psycopg.connect(psycopg_url(settings.database_url), row_factory=tuple_row) as connection:
        return expected.lost(dict(connection.execute(asked).fetchall()))
