"""Whether a real Prometheus takes what we say: its own checks, and a scrape of a running site."""

from __future__ import annotations

import json
import shutil
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.metrics.declared import ALERTS, BACKUP, HELD, INCOMPLETE, KEPT, METRICS, RUNS, WORKING
from dev.ports import free_port
from indexer.core.settings import Settings
from tests.drill.site import Lost
from tests.drill.versions import Skipped
from tests.support.production import gunicorn
from tests.support.worker import eventually

PACKAGE = "prometheus"  # Debian's; it has promtool, too
CONFIG = """
global: {{scrape_interval: 1s}}
scrape_configs:
  - job_name: winkel
    static_configs: [{{targets: ["127.0.0.1:{port}"]}}]
"""
TIMEOUT_S = 10
# Of what there may be none: searches, outages, troubles, runs, a schedule of backups, a worker.
OCCASIONAL = (KEPT, INCOMPLETE, ALERTS, RUNS, WORKING, BACKUP, HELD)


def scraped(settings: Settings, folder: Path) -> str:
    """Check the metrics of a running site, have Prometheus scrape them, and ask it for each.

    Raises Lost where something is missing or complained of, and Skipped where Prometheus is absent.
    """
    programs = _programs(folder)
    (folder / "web").mkdir(parents=True)
    with gunicorn(settings, folder / "web") as site:
        said = _get(f"{site.url}/metrics")
        _check(programs / "promtool", ["check", "metrics"], said)
        config = folder / "prometheus.yml"
        config.write_text(CONFIG.format(port=site.port))
        _check(programs / "promtool", ["check", "config", str(config)])
        names = sorted({line.split()[2] for line in said.splitlines() if line.startswith("# TYPE")})
        if gone := missing(names):
            raise Lost(f"the site says nothing of {', '.join(gone)}")
        with _prometheus(programs / "prometheus", config, folder) as address:
            eventually(lambda: _value(address, "up") == 1, "Prometheus has scraped the site")
            absent = [name for name in names if not _is_kept(address, name)]
            documents = _value(address, "winkel_index_documents")
    if absent:
        raise Lost(f"Prometheus has not kept {', '.join(absent)}")
    return f"{len(names)} metrics, no complaint, all scraped; {documents:.0f} documents"


def missing(said: Collection[str]) -> list[str]:
    """Return the declared metrics that a site does not have, but should without a worker."""
    return sorted({metric.name for metric in METRICS if metric not in OCCASIONAL} - {*said})


def _programs(folder: Path) -> Path:
    """Return the folder of both programs: the machine's, or those of the package, unpacked here.

    Installed, the package would start a server of its own.
    """
    if found := shutil.which("promtool"):
        return Path(found).parent
    folder.mkdir(parents=True)
    for command in (["apt-get", "-q", "download", PACKAGE], ["sh", "-c", "dpkg -x *.deb ."]):
        try:
            done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise Skipped(f"Prometheus is not installed: {error}") from error
        if done.returncode:
            raise Skipped(f"Prometheus is not installed: {done.stderr.strip()[-200:]}")
    return folder / "usr" / "bin"


def _check(promtool: Path, words: list[str], given: str = "") -> None:
    done = subprocess.run(
        [promtool, *words], check=False, input=given, capture_output=True, text=True
    )
    if done.returncode or done.stderr.strip():
        raise Lost(f"promtool: {(done.stderr or done.stdout).strip()[:600]}")


@contextmanager
def _prometheus(program: Path, config: Path, folder: Path) -> Iterator[str]:
    address = f"127.0.0.1:{free_port()}"
    words = [f"--config.file={config}", f"--storage.tsdb.path={folder / 'data'}"]
    with (folder / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(
            [program, *words, f"--web.listen-address={address}"], stdout=log, stderr=log
        )
    try:
        eventually(lambda: process.poll() is not None or _is_up(address), "Prometheus answers")
        if process.poll() is not None:
            raise Lost(f"Prometheus ended: {(folder / 'prometheus.log').read_text()[-600:]}")
        yield address
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def _is_up(address: str) -> bool:
    try:
        return bool(_get(f"http://{address}/-/ready"))
    except OSError:
        return False


def _is_kept(address: str, name: str) -> bool:
    """Return True if it has a metric; a histogram's is that of its count."""
    return any(_value(address, f"count({name}{part})") for part in ("", "_count"))


def _value(address: str, expression: str) -> float | None:
    asked = urllib.parse.urlencode({"query": expression})
    found = json.loads(_get(f"http://{address}/api/v1/query?{asked}"))["data"]["result"]
    return float(found[0]["value"][1]) if found else None


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        text: str = answer.read().decode()
        return text
