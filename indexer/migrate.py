"""`python -m indexer.migrate`: bring the database to the newest schema."""

import argparse
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config

from indexer.core.settings import Settings
from indexer.migrations.online import MigrationError


def alembic_config(database_url: str) -> Config:
    """Return Alembic's configuration for this database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    return config


def migrate(database_url: str, *, stopped: bool = False) -> None:
    """Apply every migration that is missing, each in its own transaction, beside the site.

    `stopped`: nobody uses the database, and a statement may take long under its locks. Raises
    MigrationError.
    """
    config = alembic_config(database_url)
    config.attributes["stopped"] = stopped
    command.upgrade(config, "head")


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m indexer.migrate", description=__doc__)
    parser.add_argument("--stopped", action="store_true", help="the site is down: take your time")
    options = parser.parse_args()
    try:
        migrate(Settings.from_env().database_url, stopped=options.stopped)
    except MigrationError as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
