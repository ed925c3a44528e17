"""`python -m indexer.catalogue`: load the reference data and print how much there is."""

from indexer.catalogue.tables import load_reference
from indexer.core.db import session_scope
from indexer.core.settings import Settings

with session_scope(Settings.from_env().database_url) as session:
    for table, rows in load_reference(session).items():
        print(f"{rows:>4} {table}")
