"""PostgreSQL as requests use it: behind a breaker, so that a server that hangs costs little."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy.orm import Session

from app.breaker import Breaker
from app.errors import DATABASE_AWAY, CatalogueUnavailable
from indexer.core.capacity import catalogue_at_once
from indexer.core.db import answers, session_scope

OpenSession = Callable[[], AbstractContextManager[Session]]


class Catalogue:
    """Sessions of requests, on their part of a process's connections (`indexer.core.capacity`)."""

    def __init__(self, database_url: str, connections: int) -> None:
        self._database_url = database_url
        self._breaker = Breaker(
            lambda: answers(database_url),
            DATABASE_AWAY,
            CatalogueUnavailable,
            catalogue_at_once(connections),
        )

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session that commits at the end of the block; raises CatalogueUnavailable."""
        with self._breaker.call(), session_scope(self._database_url) as session:
            yield session
