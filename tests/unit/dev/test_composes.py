"""The cheap twin of `make test-compose`: the composes load, and what they name is there."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from dev.compose.images import HERE, named
from dev.run.env import complete
from indexer.core.settings import ROOT

ONE, CLUSTER = "docker-compose.yml", "docker-compose.cluster.yml"
GUIDE = (ROOT / "docs" / "deploy.md").read_text()


class Strict(yaml.SafeLoader):  # type: ignore[misc]
    """YAML in which a key stands once, and compose's own tag is known."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if key.value != "<<"]
        assert len(keys) == len(set(keys)), keys
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


Strict.add_constructor("!override", lambda loader, node: loader.construct_sequence(node))


def loaded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((ROOT / name).read_text(), Strict)  # noqa: S506
    return found


def services() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for file in (ONE, CLUSTER):
        for name, service in loaded(file)["services"].items():
            yield file, name, service


@pytest.mark.parametrize("files", [(ONE,), (ONE, CLUSTER)])
def test_the_files_load_in_composes_own_loader(files: tuple[str, ...], tmp_path: Path) -> None:
    """Where it is at hand; the tests below read them everywhere."""
    plugins = [Path.home() / ".docker", Path("/usr/libexec/docker"), Path("/usr/lib/docker")]
    program = next(
        filter(None, (shutil.which("docker-compose", path=f"{p}/cli-plugins") for p in plugins)),
        None,
    )
    if program is None:
        pytest.skip("no compose plugin")
    env = tmp_path / "env"
    env.write_text(complete((ROOT / ".env.example").read_text(), "")[0])
    words = [word for file in files for word in ("-f", str(ROOT / file))]
    told = subprocess.run(
        [program, "--env-file", env, *words, "--profile", "demo", "config", "--format", "json"],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    whole = json.loads(told.stdout)["services"]
    assert whole.keys() == {name for file, name, _ in services() if file in files}
    for name, service in whole.items():
        assert service["mem_limit"], name
        assert service["cap_drop"] == ["ALL"], name
    nodes = [one for name, one in whole.items() if name.startswith("elasticsearch")]
    names = {node["environment"].get("node.name") for node in nodes}
    assert len(names) == len(nodes)
    if CLUSTER in files:
        for name in ("app", "app-2", "worker", "setup", "backup"):
            assert whole[name]["environment"]["SEARCH_URL"].count("@elasticsearch") == 3, name
        assert whole["worker"]["scale"] == 2


def test_only_the_node_with_the_catalogue_begins_a_cluster() -> None:
    """Two that join it were most of the three names, and began one of their own."""
    begins = "cluster.initial_master_nodes"
    named = {name for _, name, one in services() if begins in one.get("environment", {})}
    assert named == {"elasticsearch"}


def test_each_command_names_a_module_that_can_be_run() -> None:
    commands = [json.dumps(service.get("command", "")) for _, _, service in services()]
    modules = {name for text in commands for name in re.findall(r"-m[\", ]+([\w.]+)", text)}
    assert len(modules) >= 7
    for module in modules:
        spec = importlib.util.find_spec(module)
        assert spec is not None, module
        assert spec.origin is not None, module
        file = Path(spec.origin)
        runs = file.with_name("__main__.py").exists() or "__main__" in file.read_text()
        assert runs, module


def test_who_depends_on_whom_is_there() -> None:
    there = {name for _, name, _ in services()}
    for _, name, service in services():
        hosts = re.findall(r"@([\w-]+):\d+", json.dumps(service.get("environment", {})))
        assert {*service.get("depends_on", {}), *hosts} <= there, name


def test_one_service_builds_each_image_and_the_rest_takes_it_as_it_is() -> None:
    """Built for each it had six ids, and the next `up` made all of them anew."""
    ours = [one for file, _, one in services() if file == ONE and ":local" in one["image"]]
    for image in {one["image"] for one in ours}:
        assert sum("build" in one for one in ours if one["image"] == image) == 1, image
    assert all("build" in one or one["pull_policy"] == "never" for one in ours)


def test_files_in_memory_are_those_of_the_user_who_writes_them() -> None:
    users = re.findall(r"useradd .*--uid (\d+)", (ROOT / "Dockerfile").read_text())
    for _, name, service in services():
        for uid in re.findall(r"uid=(\d+)", json.dumps(service.get("tmpfs", ""))):
            assert uid in {*users, "1000"}, (name, uid)


def test_every_image_has_a_stand_in() -> None:
    made = {folder.name for folder in HERE.iterdir() if folder.is_dir()} | {"debian"}
    wanted = {image.rpartition("/")[2].partition(":")[0] for image in named()}
    assert wanted - made == {"kibana"}


def test_no_command_of_the_guide_does_setup_by_the_way() -> None:
    """It undid a rollback of the index; the upgrade means it."""
    runs = re.findall(r"docker compose run [^`\n]*", GUIDE)
    assert len(runs) > 8
    others = [one.partition("  ")[0] for one in runs if "--no-deps" not in one]
    assert others == ["docker compose run --rm setup"]


def test_the_front_meets_the_application_on_one_network() -> None:
    """Its name led to two addresses, and FRONT_AT_ONCE counted for each of them."""
    one = loaded(ONE)["services"]
    assert set(one["front"]["networks"]) & set(one["app"]["networks"]) == {"front"}
