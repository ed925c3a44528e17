"""The pieces of `make run` that need no service."""

from __future__ import annotations

from pathlib import Path

from dev.ports import is_free, listen_from
from dev.run import build_frontend
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
    assert winkel_environment({"REDIS_URL": "redis://127.0.0.1:1/0"}, given) == {
        "DATABASE_URL": "postgresql://db/winkel",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "OPERATOR_OPEN": "0",
        "ALLOW_LOOPBACK_STORES": "1",
    }


def test_a_frontend_is_built_again_only_when_its_sources_changed(tmp_path: Path) -> None:
    folder, local = tmp_path / "frontend", tmp_path / "local"
    folder.mkdir()
    script = "mkdir -p dist && echo built > dist/index.html"
    (folder / "package.json").write_text(f'{{"scripts": {{"build": "{script}"}}}}')
    assert build_frontend(folder, local, PATH) == "built"
    assert build_frontend(folder, local, PATH) == "up to date"
    assert build_frontend(folder, local, {**PATH, "DEV": "1"}) == "built"
    assert build_frontend(folder, local, PATH) == "built"
    (folder / "index.html").write_text("<p>new</p>")
    assert build_frontend(folder, local, PATH) == "built"
