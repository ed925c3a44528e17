"""The pieces of `make run` that need no service."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.files import logged, read_exports, write_exports
from dev.ports import is_free, listen_from
from dev.run.frontend import FrontendBuild
from dev.services.errors import ServiceError
from dev.services.local import ServiceUrls
from dev.stores.server import choose_ports
from dev.tasks import services_needed, winkel_environment

PATH = {"PATH": "/usr/local/bin:/usr/bin:/bin"}


def test_a_port_in_use_is_passed_over_and_a_store_keeps_its_own_while_it_is_free() -> None:
    with listen_from(20_000) as first:
        port = first.getsockname()[1]
        with listen_from(port) as second:
            assert second.getsockname()[1] > port
            assert not is_free(port)
        own = choose_ports(["a", "b", "c"], port, {"b": port, "c": port + 5})
    assert own[0] > port
    assert own[1] not in {port, own[0]}
    assert own[2] == port + 5


def test_given_addresses_and_settings_stay_as_they_are_and_the_rest_is_started() -> None:
    given = {"DATABASE_URL": "postgresql://db/winkel", "OPERATOR_OPEN": "0", "HOME": "/root"}
    assert services_needed({**given, "REDIS_URL": ""}) == {"redis", "elasticsearch"}
    assert winkel_environment(ServiceUrls({"REDIS_URL": "redis://127.0.0.1:1/0"}, ()), given) == {
        "DATABASE_URL": "postgresql://db/winkel",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "OPERATOR_OPEN": "0",
        "ALLOW_LOOPBACK_STORES": "1",
    }


def test_the_environment_file_is_private_and_reads_back(tmp_path: Path) -> None:
    path, variables = tmp_path / "env", {"A": "with spaces & 'quotes' = $x", "B": ""}
    path.write_text("older")
    write_exports(path, variables)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_exports(path) == variables


def test_a_failed_command_reports_the_end_of_its_log_and_what_to_do(tmp_path: Path) -> None:
    command = ["sh", "-c", "echo no such package; exit 2"]
    with pytest.raises(ServiceError, match=r"no such package\nTry this\."):
        logged(command, tmp_path / "log", tmp_path, PATH, "Try this.")


def test_a_frontend_is_built_again_only_when_its_sources_changed(tmp_path: Path) -> None:
    folder, local = tmp_path / "frontend", tmp_path / "local"
    folder.mkdir()
    script = "mkdir -p dist && echo built > dist/index.html"
    (folder / "package.json").write_text(f'{{"scripts": {{"build": "{script}"}}}}')
    first = FrontendBuild(folder, local, PATH)
    first.start()
    assert first.finish().startswith("built")
    assert not FrontendBuild(folder, local, PATH).needed
    assert FrontendBuild(folder, local, {**PATH, "DEV": "1"}).needed
    (folder / "index.html").write_text("<p>new</p>")
    assert FrontendBuild(folder, local, PATH).needed


def test_a_failed_frontend_build_shows_the_end_of_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "frontend"
    folder.mkdir()
    (folder / "package.json").write_text('{"scripts": {"build": "echo wrong type; exit 2"}}')
    build = FrontendBuild(folder, tmp_path / "local", PATH)
    build.start()
    with pytest.raises(ServiceError, match="wrong type"):
        build.finish()
    assert build.needed
