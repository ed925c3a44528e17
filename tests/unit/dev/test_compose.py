"""docker-compose.yml and .env.example: every setting arrives, nothing is open that needs not be.

`UPDATE_ENV_EXAMPLE=1 make test T=tests/unit/dev/test_compose.py` writes .env.example anew.
"""

from __future__ import annotations

import ast
import json
import os
import re
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from app import create_app
from app.web.access import RULES
from dev.run.env import complete, garbled, secret_names
from indexer.core.settings import ROOT, Settings
from tests.support.source import tree_of

COMPOSE = (ROOT / "docker-compose.yml").read_text()
EXAMPLE = ROOT / ".env.example"
LAST_OF_HEAD = "# The application's settings (indexer/core/settings.py).\n"
HEAD, _, _ = EXAMPLE.read_text().partition(LAST_OF_HEAD)  # written by hand
SECRETS = (
    *("POSTGRES_PASSWORD", "REDIS_PASSWORD", "ELASTIC_PASSWORD", "INDEX_PASSWORD"),
    *("SEARCH_PASSWORD", "KIBANA_PASSWORD", "ANALYST_PASSWORD", "KIBANA_KEY", "OPERATOR_TOKEN"),
)
# The image's own, and what only a server on loopback may be.
NOT_OFFERED = {"FRONTEND_DIR", "OPERATOR_OPEN"}
OF_S3 = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL", "AWS_DEFAULT_REGION")
OURS = ("app", "worker", "setup", "accounts", "dashboards", "backup", "demo-brands")


def services() -> dict[str, Any]:
    """Return the compose's services, with what they share merged into each."""
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE)["services"]
    return loaded


def example() -> str:
    """Return .env.example with what the settings' declarations make of it."""
    given = services()["app"]["environment"]
    lines = [HEAD, LAST_OF_HEAD]
    for name, says in _declared().items():
        variable = name.upper()
        own = f"${{{variable}:-"
        passed = variable in given and (given[variable] or own).startswith(own)
        if passed and variable not in SECRETS and f"# {variable}=" not in HEAD:
            lines += [f"# {line}\n" for line in says]
            lines.append(f"# {variable}={_default(name, given[variable])}\n")
    return "".join(lines)


def _declared() -> dict[str, list[str]]:
    """Return each setting's comments: the lines before it, and that behind it."""
    text = (ROOT / "indexer" / "core" / "settings.py").read_text()
    source = text.splitlines()
    found: dict[str, list[str]] = {}
    (settings,) = [
        node
        for node in tree_of(text).body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    ]
    for node in settings.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert node.end_lineno is not None
            before: list[str] = []
            for line in reversed(source[: node.lineno - 1]):
                if not line.strip().startswith("#"):
                    break
                before.insert(0, line.strip().removeprefix("# "))
            behind = source[node.end_lineno - 1].partition("  # ")[2]
            found[node.target.id] = [*before, *([behind] if behind else [])]
    return found


def _default(name: str, given: str | None) -> str:
    if given:
        return given.partition(":-")[2].removesuffix("}")
    value = Settings.model_fields[name].default
    return str(int(value)) if isinstance(value, bool) else str(value)


def test_the_example_says_every_setting_with_its_meaning_and_default() -> None:
    if os.environ.get("UPDATE_ENV_EXAMPLE"):
        EXAMPLE.write_text(example())
    assert EXAMPLE.read_text() == example(), "run it with UPDATE_ENV_EXAMPLE=1"


def test_every_setting_reaches_every_part_of_the_application() -> None:
    names = {name.upper() for name in Settings.model_fields} - NOT_OFFERED
    for service in OURS:
        assert services()[service]["environment"].keys() >= {*names, *OF_S3}, service
    used = {*re.findall(r"\$\{([A-Z_]+)", COMPOSE), *names, "SSL_CERT_FILE", *OF_S3}
    assert used - {"TRUSTED_PROXIES", "DEMO_STORES_MAP"} == {
        *re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)
    }


def test_no_secret_has_a_default_or_is_known_to_who_does_not_need_it() -> None:
    for name in set(SECRETS) - {"OPERATOR_TOKEN"}:
        uses = re.findall(rf"\$\{{{name}([^}}]*)\}}", COMPOSE)
        assert uses
        assert set(uses) <= {":?is not set, run make env", ""}
        assert uses[0], name
    for name, service in services().items():
        shown = json.dumps(service)
        if name not in {"elasticsearch", "accounts", "dashboards"}:
            assert "ELASTIC_PASSWORD" not in shown, name
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
    assert garbled(complete(EXAMPLE.read_text(), present)[0]) == ["REDIS_PASSWORD"]


def test_what_asks_elasticsearch_is_limited_by_the_front_too() -> None:
    """Row by row of the application's own limit: a call that is new there is none at the front."""
    app = create_app(
        Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")
    )
    limited = {name for rule in RULES if rule.name == "search" for name in rule.endpoints}
    calls = {rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in limited}
    template = (ROOT / "front" / "nginx.conf.template").read_text()
    (searches,) = re.findall(
        r"location ~ (\^/api/\(search\S+) \{\s+limit_req zone=searches", template
    )
    api = {call for call in calls if call.startswith("/api/")}
    assert len(api) >= 9
    assert [call for call in sorted(api) if not re.search(searches, call)] == []
