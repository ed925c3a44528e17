"""Revisions that a test makes on top of ours."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from indexer.migrate import alembic_config

REVISION = """
from alembic import op
from indexer.migrations import online
revision, down_revision = {name!r}, {before!r}
def upgrade():
{body}
"""


def made(database_url: str, folder: Path, *bodies: str) -> Config:
    """Return a configuration with a revision for each body, t1, t2, …, after our newest one."""
    config = alembic_config(database_url)
    script = ScriptDirectory.from_config(config)
    before = script.get_current_head()
    for number, body in enumerate(bodies, start=1):
        name = f"t{number}"
        text = REVISION.format(name=name, before=before, body=indent(body, "    "))
        (folder / f"{name}.py").write_text(text)
        before = name
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", f"{script.versions}\n{folder}")
    return config


def upgrade(config: Config, *, stopped: bool = False) -> None:
    """Apply what is missing, as `indexer.migrate` does."""
    config.attributes["stopped"] = stopped
    command.upgrade(config, "head")
