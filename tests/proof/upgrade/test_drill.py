"""The drill's upgrade at its smallest: what only a long command runs rots unseen."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from indexer.core.settings import Settings
from tests.drill.moment import back_to_a_moment
from tests.drill.site import Site
from tests.drill.versions import Skipped, upgrade_and_back
from tests.support.worker import environment


def test_a_catalogue_of_the_version_before_is_upgraded_and_goes_back(
    settings: Settings, own_index_prefix: str, tmp_path: Path
) -> None:
    own = settings.but(index_prefix=own_index_prefix)
    site = Site(tmp_path, own, {**os.environ, **environment(own), "RATES_URL": ""}, ())
    try:
        said = upgrade_and_back(site, tmp_path, products=50, asking=10)
    except Skipped as reason:
        pytest.skip(str(reason))
    assert "10 searches equal after going back" in said


def test_a_moment_is_brought_back_from_the_archived_log(settings: Settings) -> None:
    with TemporaryDirectory(prefix="winkel-moment-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # PostgreSQL's user must reach it
        env = {**os.environ, **environment(settings), "RATES_URL": ""}
        said = back_to_a_moment(Site(Path(name), settings, env, ()), Path(name) / "moment")
    assert "equal to those of the moment" in said
