"""The state of the index, for operators and for `ensure`."""

from typing import Any

from indexer.catalogue.rates import days_in_force
from indexer.catalogue.refusals import refusals_of
from indexer.catalogue.rows import WRITTEN, count_products
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import RebuildReport, rebuild
from indexer.index.cluster.client import (
    count_documents,
    elasticsearch,
    index_behind,
    live_index,
    mapping_of,
    orphans_of,
    read_meta,
)
from indexer.index.cluster.mapping import Aliases, shipped_body
from indexer.index.compare import is_short
from indexer.index.database import connect, lock_is_held, pending_count


def index_status(settings: Settings) -> dict[str, Any]:
    """Return what stands behind the aliases; counts are (all, visible).

    `rates_day`: of the newest rates when the index was last priced; `rates_days`: from when on each
    currency's rate has been in force; `to_price`: the currencies of which documents may still hold
    amounts of earlier rates. While it is `locked`, one of the orphans is being built.
    """
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    live = index_behind(client, aliases.live)
    meta = read_meta(mapping_of(client, live)) if live else None
    with connect(settings.database_url) as connection:
        return {
            "live": live,
            "documents": count_documents(client, live) if live else (0, 0),
            "products": count_products(connection),
            "mapping_current": meta is not None and meta.mapping_hash == shipped_body().hash,
            "rates_day": meta.rates.day.isoformat() if meta else None,
            "rates_days": _rates_days(settings),
            "to_price": tuple(sorted(meta.to_price)) if meta else (),
            "previous": index_behind(client, aliases.previous),
            "orphans": tuple(orphans_of(client, aliases)),
            "pending": pending_count(connection),
            "refusals": refusals_of(connection),
            "locked": lock_is_held(connection, settings.index_prefix),
        }


def _rates_days(settings: Settings) -> dict[str, str]:
    with session_scope(settings.database_url) as session:
        return {code: day.isoformat() for code, day in days_in_force(session).items()}


def ensure(settings: Settings) -> RebuildReport | None:
    """Rebuild when there is no index, or one of another mapping, or one that is short of documents;
    returns None when all is well.

    Raises IndexMissingError when something that is not our index has the alias's name.
    """
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    live = live_index(client, aliases)
    meta = read_meta(mapping_of(client, live)) if live else None
    if live is None or meta is None or meta.mapping_hash != shipped_body().hash:
        return rebuild(settings)
    with connect(settings.database_url) as connection:
        client.indices.refresh(index=live)
        # A few that are missing are repaired by the first reconcile.
        short = is_short(client, connection, live, WRITTEN)
    return rebuild(settings) if short else None
