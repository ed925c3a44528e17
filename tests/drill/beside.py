"""Eight visitors and an operator at a site whose database is migrated: no answer waits or fails."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

import psycopg

from app.live.breaker import WAIT_FOR_A_PLACE_S
from tests.drill.edits import Expected, Operator
from tests.drill.site import Lost
from tests.support.database import psycopg_url
from tests.support.worker import eventually

VISITORS = 8
MOST_S = 2.0
PACE_S = 0.25  # a visitor reads before the next question
LOOK_S = 0.05
COLD, QUIET = 6, 12  # answers of each visitor, before anything happens
TIMEOUT_S = 30.0
WORDS = "dress linen shirt blue boots wool red skirt lamp leather bag green jacket cotton".split()
# What a release may bring, of each kind that takes the locks of readers or writers.
RELEASE = (
    "op.execute('ALTER TABLE product ADD COLUMN made_up integer')",
    "op.execute('CREATE TABLE made_up (id bigint REFERENCES product ON DELETE CASCADE,"
    " run_id bigint REFERENCES scrape_run)')",
    "online.create_index('ix_made_up', 'product', ['name_key', 'made_up'])",
    "online.replace_check('ck_made_up', 'product', 'made_up IS NULL OR made_up > 0')",
    "op.execute('ALTER TABLE product DROP COLUMN made_up')",
)
# Since when one of the site's statements has waited for a table, in s.
WAITED = """
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8
  FROM pg_locks JOIN pg_stat_activity a USING (pid)
 WHERE NOT granted AND locktype = 'relation' AND a.datname = current_database()
   AND a.application_name <> 'winkel-migrate'
"""


class Answer(NamedTuple):
    """An answer's status (0: none), its seconds, and whether it was refused for lack of places."""

    path: str
    status: int
    took_s: float
    shed: bool = False


@dataclass
class Visits:
    """Visitors who search and read products all the time, and an operator who edits them.

    `at_rest_s`: the longest answer before anything happened, which says how fast this machine is.
    `waited_s`: for how long a statement of the site was seen to wait for a table.
    """

    database_url: str
    port: int
    products: Sequence[int]
    operator: Operator
    answers: list[Answer] = field(default_factory=list)
    at_rest_s: float = 0.0
    waited_s: float = 0.0

    @contextmanager
    def going_on(self) -> Iterator[Expected]:
        """Visit and edit while the block runs, which begins when all is warm."""
        stop = threading.Event()
        with ThreadPoolExecutor(VISITORS + 1) as pool:
            visits = [pool.submit(self._visit, number, stop) for number in range(VISITORS)]
            visits.append(pool.submit(self._watch, stop))
            try:
                with self.operator.editing() as expected:
                    self._until(COLD)
                    self.answers, expected.slowest_s = [], 0.0
                    self._until(QUIET)
                    at_rest = [answer.took_s for answer in self.answers]
                    self.at_rest_s = max(*at_rest, expected.slowest_s)
                    self.answers, expected.slowest_s, expected.unanswered = [], 0.0, 0
                    yield expected
            finally:
                stop.set()
        for visit in visits:
            visit.result()

    def _watch(self, stop: threading.Event) -> None:
        with psycopg.connect(psycopg_url(self.database_url), autocommit=True) as connection:
            while not stop.wait(LOOK_S):
                row = connection.execute(WAITED).fetchone()
                self.waited_s = max(self.waited_s, row[0] if row else 0.0)

    def _until(self, answers: int) -> None:
        eventually(lambda: len(self.answers) >= answers * VISITORS, "visitors are answered", 300)

    def _visit(self, visitor: int, stop: threading.Event) -> None:
        number = visitor
        while not stop.wait(PACE_S):
            number += VISITORS
            word = f"{WORDS[number % len(WORDS)]} {WORDS[number // 3 % len(WORDS)]}"
            self._ask("/api/search", [{"indexName": "products", "params": {"query": word}}])
            self._ask(f"/api/products/{self.products[number % len(self.products)]}")

    def _ask(self, path: str, body: object = None) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        began, status, shed = time.monotonic(), 0, False
        try:
            sent = None if body is None else json.dumps(body)
            headers = {"Content-Type": "application/json"}
            connection.request("GET" if body is None else "POST", path, sent, headers)
            answer = connection.getresponse()
            answer.read()
            status, shed = answer.status, answer.getheader("Retry-After") is not None
        except (OSError, HTTPException):
            status = 0
        finally:
            connection.close()
        self.answers.append(Answer(path, status, time.monotonic() - began, shed))


def must_have_gone_on(visits: Visits, expected: Expected, most_s: float = MOST_S) -> str:
    """Return how much was answered and the longest wait; raises Lost for failures and longer waits.

    Where the machine has no processor left even at rest, its answers' times say nothing of the
    migration: what the site's statements waited for tables does, there as elsewhere.
    """
    at_rest = visits.at_rest_s
    starved = at_rest > WAIT_FOR_A_PLACE_S  # shed, with a migration or without
    failed = [one for one in visits.answers if one.status != 200 and not (starved and one.shed)]
    slowest = max((answer.took_s for answer in visits.answers), default=0.0)
    text = (
        f"{len(visits.answers)} answers in {slowest:.2f} s at most (before {at_rest:.2f} s),"
        f" {len(failed)} failed {failed[:1]}; {expected.acknowledged} edits in"
        f" {expected.slowest_s:.2f} s at most, {expected.unanswered} failed; they waited"
        f" {visits.waited_s:.2f} s at most for a table"
    )
    slow = not starved and max(slowest, expected.slowest_s) > most_s
    idle = not visits.answers or not expected.acknowledged
    if failed or expected.unanswered or idle or visits.waited_s > most_s or slow:
        raise Lost(text)
    return text
