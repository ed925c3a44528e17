"""What a call asks PostgreSQL and Elasticsearch, counted in the thread that answers it."""

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
class Asked:
    """`statements`: of SQL; `requests`: method and path of those to Elasticsearch."""

    statements: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def counts(self) -> tuple[int, int]:
        """Return how many statements and requests there were."""
        return len(self.statements), len(self.requests)


@contextmanager
def asked() -> Iterator[Asked]:
    """Note what the present thread asks while the block runs; all is answered as always."""
    found, here = Asked(), threading.get_ident()
    send = Transport.perform_request

    def note_statement(_: Any, __: Any, statement: str, *___: Any) -> None:
        if threading.get_ident() == here:
            found.statements.append(statement)

    def note_request(self: Transport, method: str, target: str, **options: Any) -> Any:
        if threading.get_ident() == here:
            found.requests.append(f"{method} {target}")
        return send(self, method, target, **options)

    event.listen(Engine, "before_cursor_execute", note_statement)
    try:
        with patch.object(Transport, "perform_request", note_request):
            yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note_statement)
