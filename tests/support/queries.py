"""Counts the queries of a thread, or of all, to PostgreSQL and Elasticsearch."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from elastic_transport import Transport
from sqlalchemy import Engine, event


@dataclass(slots=True)
class Queries:
    """`statements`: SQL; `requests`: the method and path of requests to Elasticsearch.

    `bodies`: how many searches each `_msearch` held.
    """

    statements: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    bodies: list[int] = field(default_factory=list)

    @property
    def counts(self) -> tuple[int, int]:
        """Return the numbers of statements and of requests."""
        return len(self.statements), len(self.requests)


@contextmanager
def count_queries(every_thread: bool = False) -> Iterator[Queries]:
    """Record the queries of the present thread, or of all, while the block runs."""
    queries, thread = Queries(), threading.get_ident()
    send = Transport.perform_request

    def record_statement(_: Any, __: Any, statement: str, *___: Any) -> None:
        if every_thread or threading.get_ident() == thread:
            queries.statements.append(statement)

    def record_request(self: Transport, method: str, target: str, **options: Any) -> Any:
        if every_thread or threading.get_ident() == thread:
            queries.requests.append(f"{method} {target}")
            if "_msearch" in target:
                queries.bodies.append(len(options["body"]) // 2)  # each behind its header
        return send(self, method, target, **options)

    event.listen(Engine, "before_cursor_execute", record_statement)
    try:
        with patch.object(Transport, "perform_request", record_request):
            yield queries
    finally:
        event.remove(Engine, "before_cursor_execute", record_statement)
