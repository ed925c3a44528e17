"""The pieces of `make run` that need no service."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from dev.files import read_exports, write_exports
from dev.ports import is_free, listen_from, remembered_port
from dev.run.frontend import FrontendBuild
from dev.run.modules import run_module, services_needed, winkel_environment
from dev.services.errors import StepError
from dev.services.local import ServiceUrls

ROOT = Path(__file__).resolve().parents[3]


def test_a_port_in_use_is_passed_over_for_the_next_one() -> None:
    with listen_from(20_000) as first:
        port = first.getsockname()[1]
        with listen_from(port) as second:
            assert second.getsockname()[1] > port
            assert not is_free(port)


def test_the_stores_keep_their_port_while_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "port"
    port = remembered_port(path, 21_000)
    assert remembered_port(path, 22_000) == port
    with socket.create_server(("127.0.0.1", port)):
        assert remembered_port(path, 22_000) >= 22_000


def test_only_services_without_an_address_are_started() -> None:
    given = {"DATABASE_URL": "postgresql://db/winkel", "REDIS_URL": ""}
    assert services_needed(given) == {"redis", "elasticsearch"}


def test_given_addresses_and_settings_stay_as_they_are() -> None:
    started = ServiceUrls({"REDIS_URL": "redis://127.0.0.1:1/0"}, ())
    given = {"DATABASE_URL": "postgresql://db/winkel", "OPERATOR_OPEN": "0", "HOME": "/root"}
    assert winkel_environment(started, given) == {
        "DATABASE_URL": "postgresql://db/winkel",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "OPERATOR_OPEN": "0",
        "ALLOW_LOOPBACK_STORES": "1",
    }


def test_the_environment_file_is_private_and_reads_back(tmp_path: Path) -> None:
    path, variables = tmp_path / "env", {"A": "with spaces & 'quotes'", "B": ""}
    path.write_text("older")
    write_exports(path, variables)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_exports(path) == variables


def test_a_failed_module_says_what_failed_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StepError) as raised:
        run_module(["no_such_module"], {}, ROOT, tmp_path, "Try this.")
    assert "No module named no_such_module" in str(raised.value)
    assert str(raised.value).endswith("Try this.")


def test_a_frontend_is_built_again_only_when_its_sources_changed(tmp_path: Path) -> None:
    folder, local = tmp_path / "frontend", tmp_path / "local"
    folder.mkdir()
    script = "mkdir -p dist && echo built > dist/index.html"
    (folder / "package.json").write_text(f'{{"scripts": {{"build": "{script}"}}}}')
    path = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    first = FrontendBuild(folder, local, path)
    first.start()
    assert first.finish().startswith("built")
    assert not FrontendBuild(folder, local, path).needed
    assert FrontendBuild(folder, local, {**path, "DEV": "1"}).needed
    (folder / "index.html").write_text("<p>new</p>")
    assert FrontendBuild(folder, local, path).needed


def test_a_failed_frontend_build_shows_the_end_of_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "frontend"
    folder.mkdir()
    (folder / "package.json").write_text('{"scripts": {"build": "echo wrong type; exit 2"}}')
    build = FrontendBuild(folder, tmp_path / "local", {"PATH": "/usr/local/bin:/usr/bin:/bin"})
    build.start()
    with pytest.raises(StepError, match="wrong type"):
        build.finish()
    assert build.needed
