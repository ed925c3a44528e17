"""`python -m indexer.migrate`: bring the database to the newest schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from indexer.settings import Settings


def alembic_config(database_url: str) -> Config:
    """Return Alembic's configuration for this database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    return config


def migrate(database_url: str) -> None:
    """Apply every migration that is missing, each in its own transaction."""
    command.upgrade(alembic_config(database_url), "head")


if __name__ == "__main__":
    migrate(Settings.from_env().database_url)
