"""`make test-compose`: build, start, scrape, upgrade beside visitors, restore, lose a node, end.

By the commands of docs/deploy.md, on the engine that `docker` finds; it starts the version
before (the newest tag, or the commit before) and upgrades to this one.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from dev.env import complete
from dev.files import ServiceError
from dev.ports import free_port
from dev.stop import ROOT

TIMEOUT_S = 30


class Api:
    """Calls API routes of operators and visitors; every failure is a ServiceError."""

    def __init__(self, base_url: str, operator_token: str = "") -> None:
        self._base_url = base_url
        self._headers = {"Authorization": f"Bearer {operator_token}"} if operator_token else {}

    def post(self, path: str, body: Any = None) -> Any:
        """POST to `/api/<path>`; returns the decoded answer."""
        status, answer = self.call("POST", f"/api/{path}", body)
        if not 200 <= status < 400:
            where = f"{self._base_url}/api/{path}"
            raise ServiceError(f"{where} answered {status or 'nothing'}: {str(answer)[:300]}")
        return answer

    def product_count(self) -> int:
        """Return how many products a visitor can find."""
        query = [{"indexName": "products", "params": {"query": "", "hitsPerPage": 1}}]
        return int(self.post("search", query)["results"][0]["nbHits"])

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and decoded answer; 0 and the reason where none came."""
        content = json.dumps(body).encode() if body is not None else None
        headers = {**self._headers, "Content-Type": "application/json"}
        url = self._base_url + path
        try:
            request = urllib.request.Request(url, content, headers, method=method)  # noqa: S310
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
                text = answer.read().decode(errors="replace")
                is_json = "json" in answer.headers.get("Content-Type", "")
                return answer.status, json.loads(text) if is_json else text
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
        except (OSError, http.client.HTTPException, ValueError) as error:
            return 0, repr(error)


PROJECT = "winkel-test"
PAGES = 1  # the brand whose demo store a browser reads
MOST_WITHOUT_S = 20.0  # an answer, while a version takes another one's place or a node is dead
PATIENCE_S, PACE_S = 600, 0.3
BACKUP = ("run", "--rm", "--no-deps", "-T", "backup", "python", "-m", "dev.backup")


class Failed(Exception):
    """A step did not do what it must; the message has what was seen."""


def run(*words: str | Path) -> str:
    """Run a command and return what it printed; raises Failed with its last lines."""
    command = [str(word) for word in words]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Failed(f"{command[0]} is not installed") from error
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-12:])
        raise Failed(f"{' '.join(command)[:200]} ended with {done.returncode}:\n{last}")
    return done.stdout


class Walk:
    """One project of the compose, in a clone that changes its version."""

    def __init__(self, work: Path, without: Sequence[str]) -> None:
        """Make a clone and its settings in the folder `work`."""
        self.clone, self.port = work / "clone", free_port()
        self.files, self.without = ["docker-compose.yml"], {"demo-brands", "dashboards", *without}
        run("git", "clone", "-q", "--shared", ROOT, self.clone)
        made, _ = complete((ROOT / ".env.example").read_text(), "")
        own = {
            "FRONT_PORT": f"127.0.0.1:{self.port}",
            "FRONT_PORT_TLS": f"127.0.0.1:{free_port()}",
            "PUBLIC_URL": f"http://127.0.0.1:{self.port}",
            "ALLOW_LOOPBACK_STORES": "1",
            "BACKUP_EVERY_HOURS": "0",
            "ES_MEMORY": "1500m",
            "ES_JAVA_OPTS": "-Xms600m -Xmx600m",
            "RATES_URL": "",
        }
        self.env = self.clone / ".env"  # where the compose reads the application's settings from
        self.env.write_text(made + "".join(f"{name}={value}\n" for name, value in own.items()))
        token = re.search("^OPERATOR_TOKEN=(.*)$", made, re.MULTILINE)
        self.visitor = Api(f"http://127.0.0.1:{self.port}")
        self.operator = Api(f"http://127.0.0.1:{self.port}", token[1] if token else "")

    def compose(self, *words: str) -> str:
        """Run docker compose on the project."""
        own = ["-p", PROJECT, f"--project-directory={self.clone}", f"--env-file={self.env}"]
        own += [f"--file={self.clone / file}" for file in self.files]
        return run("docker", "compose", *own, *words)

    def count_found(self) -> int:
        """Return how many products a search finds, -1 where it is not answered."""
        try:
            return self.operator.product_count()
        except ServiceError:
            return -1

    @contextmanager
    def with_visitors(self) -> Iterator[None]:
        """Search while the block runs; raises Failed where answers stay away for too long."""
        stop, answered = threading.Event(), [time.monotonic()]

        def visit() -> None:
            while not stop.wait(PACE_S):
                if self.count_found() >= 0:
                    answered.append(time.monotonic())

        visitors = [threading.Thread(target=visit) for _ in range(2)]
        for visitor in visitors:
            visitor.start()
        try:
            yield
        finally:
            stop.set()
            for visitor in visitors:
                visitor.join()
        answered.append(time.monotonic())
        longest = max(later - earlier for earlier, later in pairwise(sorted(answered)))
        print(f"  {len(answered)} searches answered, {longest:.1f} s without an answer", flush=True)
        if longest > MOST_WITHOUT_S:
            raise Failed(f"{longest:.1f} s without an answer")

    def build(self, version: str) -> None:
        """Have the images of a version."""
        run("git", "-C", self.clone, "checkout", "-q", "--detach", version)
        self.compose("build")

    def up(self) -> None:
        """Bring all up that goes on, and wait until it is healthy."""
        services = sorted({*self.compose("config", "--services").split()} - self.without)
        self.compose("up", "-d", "--wait", "--wait-timeout", str(PATIENCE_S), *services)

    def start(self) -> None:
        """Start all; a second `up` makes nothing anew, and only operators are let in."""
        self.up()
        before = self.compose("ps", "-q").split()
        self.up()
        paths = ("/", "/api/operator/session", "/metrics")
        seen = [self.visitor.call("GET", path)[0] for path in paths]
        seen.append(self.operator.call("GET", paths[1])[0])
        if seen != [200, 401, 404, 200] or {*self.compose("ps", "-q").split()} - {*before}:
            raise Failed(f"page, session, metrics, operator's session: {seen}; or made anew")
        if "kibana" not in self.without:
            self.compose("run", "--rm", "--no-deps", "-T", "dashboards")

    def scrape(self) -> None:
        """Scrape a demo store with the container's Chromium."""
        self.compose("run", "--rm", "--no-deps", "-T", "demo-brands")
        self.operator.post("scraper/start/", {"brandId": PAGES})
        self.wait(lambda: self.operator.call("GET", "/api/scraper/getProcesses/")[1] == [])
        self.wait(lambda: self.count_found() > 0)

    def upgrade(self, version: str) -> None:
        """Upgrade by the guide, beside visitors."""
        kept = self.count_found()
        with self.with_visitors():
            self.build(version)
            self.compose("run", "--rm", "-T", "setup")
            up = ("up", "-d", "--no-deps")
            self.compose(*up, "--wait", "--no-recreate", "--scale", "app=2", "app")
            self.compose(*up, "--scale", "app=1", "app")
            self.compose(*up, "front")
            self.up()
        self.wait(lambda: self.count_found() == kept)

    def restore(self) -> None:
        """Save, lose a table, restore as the guide does: the same is found."""
        kept = self.count_found()
        self.compose(*BACKUP, "save", "/backups/winkel.tar")
        self.compose("stop", "app", "worker", "backup")
        psql = 'PGPASSWORD=$POSTGRES_PASSWORD psql -h 127.0.0.1 -U winkel -c "$0"'
        lose = "TRUNCATE product CASCADE"
        self.compose("exec", "-T", "postgres", "sh", "-c", psql, lose)
        self.compose(*BACKUP, "restore", "/backups/winkel.tar")
        self.up()
        self.wait(lambda: self.count_found() == kept)

    def lose_node(self) -> None:
        """Have two more nodes join, and kill one as the kernel does when out of memory."""
        kept = self.count_found()
        self.files.append("deploy/cluster.yml")
        self.up()
        self.wait(self._is_whole)
        with self.with_visitors():
            node = f"{PROJECT}-elasticsearch-2-1"
            pid = run("docker", "inspect", "-f", "{{.State.Pid}}", node).strip()
            # By a container, wherever the engine is; `docker kill` would be the operator's wish.
            may = ["--rm", "--pid=host", "--user=0", "--entrypoint=sh"]
            run("docker", "run", *may, "winkel:local", "-c", f"kill -9 {pid}")
            self.wait(self._is_whole)
        self.wait(lambda: self.count_found() == kept)

    def _is_whole(self) -> bool:
        words = (
            "curl -fs -u elastic:$ELASTIC_PASSWORD '127.0.0.1:9200/_cat/health?h=status,node.total'"
        )
        with suppress(Failed):
            health = self.compose("exec", "-T", "elasticsearch", "bash", "-c", words)
            return health.split() == ["green", "3"]
        return False

    def wait(self, is_so: Callable[[], bool]) -> None:
        """Wait for a state; raises Failed."""
        until = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > until:
                raise Failed(f"not within {PATIENCE_S} s; {self.count_found()} products are found")
            time.sleep(1)


def main() -> int:
    """Do all steps; return the exit status."""
    parser = argparse.ArgumentParser(prog="make test-compose", description=__doc__)
    parser.add_argument("--before", help="the version that is upgraded: a tag or commit")
    parser.add_argument("--without", nargs="+", default=[], help="services, as kibana")
    options, work = parser.parse_args(), tempfile.TemporaryDirectory(prefix="winkel-compose-")
    try:
        if not (before := options.before):
            tags = run("git", "-C", ROOT, "tag", "--merged", "HEAD~1", "--sort=-creatordate")
            before = [*tags.split(), "HEAD~1"][0]
        versions = [run("git", "-C", ROOT, "rev-parse", one).strip() for one in (before, "HEAD")]
        with work as name:
            Path(name).chmod(0o755)  # containers' users read what it holds
            walk = Walk(Path(name), options.without)
            try:
                for step, words in (
                    *((walk.build, versions[:1]), (walk.start, []), (walk.scrape, [])),
                    *((walk.upgrade, versions[1:]), (walk.restore, []), (walk.lose_node, [])),
                ):
                    began = time.monotonic()
                    print(f"{step.__name__} {' '.join(words)} …", flush=True)
                    step(*words)
                    print(f"  ok in {time.monotonic() - began:.0f} s", flush=True)
            finally:
                with suppress(Failed):
                    walk.compose("down", "-v", "--remove-orphans", "-t", "5")
    except (Failed, ServiceError) as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
