"""The cheap twin of `make test-compose`: the composes load, and what they name is there."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from dev.compose.images import HERE, named
from indexer.core.settings import ROOT

ONE, CLUSTER = "docker-compose.yml", "docker-compose.cluster.yml"


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


def test_every_image_has_a_stand_in() -> None:
    made = {folder.name for folder in HERE.iterdir() if folder.is_dir()} | {"debian"}
    wanted = {image.rpartition("/")[2].partition(":")[0] for image in named()}
    assert wanted - made == {"kibana"}


def test_the_front_meets_the_application_on_one_network() -> None:
    """Its name led to two addresses, and FRONT_AT_ONCE counted for each of them."""
    one = loaded(ONE)["services"]
    assert set(one["front"]["networks"]) & set(one["app"]["networks"]) == {"front"}
