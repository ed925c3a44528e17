"""Documents whose version PostgreSQL does not know: it was restored from an older backup.

Elasticsearch refuses every write below the version it holds, so a product's revision is raised
above it. Without that an edit would be answered "Saved" and never be found.
"""

from __future__ import annotations

from collections.abc import Mapping

from indexer.catalogue.rows import Connection

# Rows are locked in the order of their ids, as the outbox does; the shared lock comes before them.
_LIFT = """
WITH there AS (
    SELECT * FROM unnest(%s::bigint[], %s::bigint[]) AS u (id, version)
), held AS MATERIALIZED (
    SELECT p.id, there.version FROM product p JOIN there ON there.id = p.id
     WHERE p.revision < there.version ORDER BY p.id FOR NO KEY UPDATE OF p
)
UPDATE product p SET revision = held.version + 1 FROM held WHERE p.id = held.id
RETURNING p.id, p.revision
"""
_ABSENT = """
SELECT id FROM unnest(%s::bigint[]) AS u (id)
 WHERE NOT EXISTS (SELECT 1 FROM product p WHERE p.id = u.id)
"""


def raise_revisions(connection: Connection, versions: Mapping[int, int]) -> dict[int, int]:
    """Raise the revisions of products that are below the index's version of them, by id.

    Returns the new revisions; one of a product that does not exist is for its deletion. Products
    with a revision as high as the document's are left out: there another writer was first.
    """
    if not versions:
        return {}
    ids = sorted(versions)
    rows = connection.execute(_LIFT, [ids, [versions[one] for one in ids]]).fetchall()
    absent = connection.execute(_ABSENT, [ids]).fetchall()
    return dict(rows) | {one: versions[one] + 1 for (one,) in absent}
