"""The composes and .env.example: every variable is documented, nothing is open without need."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from dev.env import ambiguous_passwords, complete, secret_names
from indexer.core.settings import ROOT, Settings

COMPOSE = (ROOT / "docker-compose.yml").read_text()
EXAMPLE = ROOT / ".env.example"
SECRETS = (
    *("POSTGRES_PASSWORD", "REDIS_PASSWORD", "ELASTIC_PASSWORD", "INDEX_PASSWORD"),
    *("SEARCH_PASSWORD", "KIBANA_PASSWORD", "ANALYST_PASSWORD", "KIBANA_KEY", "OPERATOR_TOKEN"),
)
NEEDED = {"accounts": {"ELASTIC_PASSWORD", "KIBANA_PASSWORD", "ANALYST_PASSWORD"}}
OF_S3 = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL", "AWS_DEFAULT_REGION")
OURS = ("app", "worker", "setup", "accounts", "dashboards", "backup", "demo-brands")


def services() -> dict[str, Any]:
    """Return the compose's services, with what they share merged into each."""
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE)["services"]
    return loaded


def test_every_variable_is_documented_with_its_default() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text()
    rows = re.findall(r"^\| ([A-Z0-9_, ]+) \| *(.*?) *\|", text, re.MULTILINE)
    written = {name: default for names, default in rows for name in names.split(", ")}
    defaults = {
        name.upper(): "required" if field.is_required() else _written(field.default)
        for name, field in Settings.model_fields.items()
    }
    assert {name: written.get(name) for name in defaults} == defaults
    assert {*re.findall(r"\$\{([A-Z_]+)", COMPOSE), *OF_S3} == written.keys() - (
        defaults.keys() - {*re.findall(r"\$\{([A-Z_]+)", COMPOSE)}
    )
    assert {*re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)} <= {*written}


def _written(default: object) -> str:
    """Return a default as a .env has it, with paths below the repository."""
    text = f"{default:d}" if isinstance(default, bool) else str(default)
    return text.removeprefix(f"{ROOT}/")


def test_the_application_reads_its_settings_from_env_and_no_password_of_another_service() -> None:
    foreign = {*SECRETS, "OPERATOR_OPEN"} - {"OPERATOR_TOKEN"}
    for name in OURS:
        assert services()[name]["env_file"] == ".env", name
        known = {one for one in foreign if services()[name]["environment"][one]}
        assert known == NEEDED.get(name, set()), name


def test_no_secret_has_a_default_or_is_known_to_who_does_not_need_it() -> None:
    for name in set(SECRETS) - {"OPERATOR_TOKEN"}:
        uses = re.findall(rf"\$\{{{name}([^}}]*)\}}", COMPOSE)
        assert uses
        assert set(uses) <= {":?is not set, run make env", ""}
        assert uses[0], name
    for name, service in services().items():
        shown = json.dumps(service)
        if name not in {"elasticsearch", "accounts", "dashboards"}:
            assert "${ELASTIC_PASSWORD" not in shown, name
        if name in {"front", "kibana", "redis", "elasticsearch"}:
            assert "POSTGRES_PASSWORD" not in shown, name


def test_every_service_is_bounded_and_has_no_more_than_it_needs() -> None:
    for name, service in services().items():
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert "seccomp:unconfined" not in service["security_opt"], name
        assert service["mem_limit"], name
        assert service["pids_limit"], name
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
        assert service["read_only"] is True, name
    published = {name for name, service in services().items() if "ports" in service}
    assert published == {"front", "kibana"}


def test_make_env_makes_what_is_missing_and_keeps_what_is_there() -> None:
    text = EXAMPLE.read_text()
    assert secret_names(text) == list(SECRETS)
    first, made = complete(text, text)
    assert made == list(SECRETS)
    values = dict(re.findall(r"^([A-Z_]+)=(.*)$", first, re.MULTILINE))
    assert len(set(values.values())) == len(SECRETS)
    assert all(re.fullmatch(r"[0-9a-f]{48}", value) for value in values.values())
    assert complete(text, first) == (first, [])
    own = "REDIS_PASSWORD=mine\nGATE_LOST_PERCENT=30\nELASTIC_PASSWORD=\n"
    second, made = complete(text, own)
    assert made == [name for name in SECRETS if name != "REDIS_PASSWORD"]
    assert second.startswith("REDIS_PASSWORD=mine\nGATE_LOST_PERCENT=30\nPOSTGRES_PASSWORD=")
    assert second.count("ELASTIC_PASSWORD=") == 1


@pytest.mark.parametrize("password", ["p@ss", "a/b", "a#b", "a$b", "50%25", "two words", "'a'"])
def test_a_password_that_an_address_would_garble_is_refused_by_name(password: str) -> None:
    present = f"REDIS_PASSWORD={password}\nINDEX_PASSWORD=a.B_7~-\nOPERATOR_TOKEN=any@thing\n"
    assert ambiguous_passwords(complete(EXAMPLE.read_text(), present)[0]) == ["REDIS_PASSWORD"]


def test_each_command_names_a_module_that_can_be_run() -> None:
    commands = json.dumps([one.get("command", "") for one in services().values()])
    modules = set(re.findall(r"-m[\\\", ]+([\w.]+)", commands))
    assert len(modules) >= 5
    for module in modules:
        spec = importlib.util.find_spec(module)
        assert spec is not None, module
        assert spec.origin is not None, module
        file = Path(spec.origin)
        assert file.with_name("__main__.py").exists() or "__main__" in file.read_text(), module
