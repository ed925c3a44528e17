"""Fault 51: TLS at the front, and proxies before it whose word counts."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from tests.support.asking import Reply, answered, call
from tests.support.authority import certificate
from tests.support.front import Front, front, nginx
from tests.support.redis_database import patient_redis, redis_database
from tests.support.services import TestServices
from tests.support.worker import eventually

HOST = "localhost"
SUBMIT = "/api/brands/submit"
SITE = Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")


@pytest.fixture(scope="module")
def built(
    settings: Settings, services: TestServices, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Settings]:
    """A small build, and limits of its own: other tests ask from the same addresses."""
    build = tmp_path_factory.mktemp("dist")
    (build / "index.html").write_text("<html><head></head><body></body></html>")
    with redis_database(services.redis_url) as url:
        yield settings.but(frontend_dir=build, rate_limits=True, redis_url=patient_redis(url))


@pytest.fixture(scope="module")
def secured(built: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """The front with a certificate, behind a proxy on loopback and another one at 192.0.2.1."""
    folder = tmp_path_factory.mktemp("secured")
    shown = certificate(folder, HOST)
    (folder / "tls.crt").write_bytes(shown.cert.read_bytes())
    (folder / "tls.key").write_bytes(shown.key.read_bytes())
    trusted = "127.0.0.1 192.0.2.0/24"
    with front(built, folder, trusted=trusted, certificates=folder) as running:
        yield running


def _secure(site: Front, path: str, body: str | None = None, **headers: str) -> Reply:
    """Ask as a browser does, which verifies the certificate."""
    context = ssl.create_default_context(cafile=str(site.folder / "tls.crt"))
    connection = HTTPSConnection(HOST, site.secure_port, timeout=60, context=context)
    return answered(connection, path, body, **headers)


def _submit(site: Front, forwarded: str) -> int:
    body = json.dumps({"website": "https://a.example"})
    return _secure(site, SUBMIT, body, **{"X-Forwarded-For": forwarded}).status


def test_fault_51_with_a_certificate_the_site_is_on_tls_and_leads_there(secured: Front) -> None:
    page = _secure(secured, "/about")
    assert page.status == 200
    assert "max-age" in page.headers["Strict-Transport-Security"]
    for path in ("/about?a=1", "/api/colors"):
        led = call(secured.port, path, Host="winkel.example:8000")
        assert (led.status, led.headers["Location"]) == (308, f"https://winkel.example{path}")


def test_fault_51_visitors_behind_a_trusted_proxy_are_told_apart(secured: Front) -> None:
    first = [_submit(secured, "203.0.113.7") for _ in range(6)]
    assert first == [200] * 5 + [429]
    assert _submit(secured, "203.0.113.8") == 200
    assert _submit(secured, "203.0.113.9, 192.0.2.7") == 200, "through two trusted ones"


def test_fault_51_what_a_visitor_adds_to_the_headers_counts_for_nothing(secured: Front) -> None:
    forged = [f"203.0.113.{number}, 198.51.100.1" for number in range(20, 26)]
    assert [_submit(secured, one) for one in forged] == [200] * 5 + [429]


def test_fault_51_a_proxy_that_ends_tls_says_so_and_nobody_else(
    built: Settings, tmp_path: Path
) -> None:
    https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    with front(built, tmp_path, trusted="127.0.0.1") as site:
        assert "Strict-Transport-Security" in call(site.port, "/about", **https).headers
        assert "Strict-Transport-Security" not in call(site.port, "/about").headers


def test_a_renewed_certificate_is_shown_without_a_restart(tmp_path: Path) -> None:
    def put(folder: Path) -> str:
        folder.mkdir()
        made = certificate(folder, HOST)
        (tmp_path / "tls.key").write_bytes(made.key.read_bytes())
        (tmp_path / "tls.crt").write_bytes(made.cert.read_bytes())
        return made.cert.read_text().strip()

    put(tmp_path / "old")
    own = {"FRONT_CERTIFICATES": str(tmp_path), "FRONT_LOOK_S": "0.1"}
    with nginx(SITE, tmp_path, [9], own) as it:
        new = put(tmp_path / "new")

        def is_new() -> bool:
            return ssl.get_server_certificate((HOST, it.secure_port)).strip() == new

        eventually(is_new, "the new certificate")
