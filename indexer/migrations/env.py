"""Alembic's entry: a transaction for each revision, which gives way to the site (`online`)."""

from typing import cast

from alembic import context
from alembic.runtime.environment import EnvironmentContext

from indexer.migrations import online

online.run(cast("EnvironmentContext", context))
