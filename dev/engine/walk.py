"""The walk: from the build to parts lost, one host and a cluster, an upgrade and its rollback."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from dev.engine.engine import Failed, run
from dev.engine.stack import CLUSTER, ONE, Stack
from dev.engine.visitors import Site, Visits

SCRAPED = 1, 2, 3, 4, 6  # stores of pages, a feed, a catalogue: half of the demo's products
PROXIED = "203.0.113.9"
MOST_WITHOUT_S = 20.0  # an answer, while a version takes another one's place
KILLED = ("front", "app", "worker", "redis", "postgres", "elasticsearch", "backup")
MINUTE_S = 60
KILLED_TOGETHER = (
    ("app-1", "worker-1", "elasticsearch-1"),
    ("app-2-1", "worker-2", "elasticsearch-2-1"),
    ("app-1", "worker-1", "elasticsearch-3-1"),
)
RESTORE = ("backup", "python", "-m", "dev.backup", "restore")
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


class Step(NamedTuple):
    """What is done, how many visitors search meanwhile, and what they may have to bear."""

    do: Callable[[], str]
    visitors: int = 2
    most_s: float = math.inf  # without an answer, in a part that has a name
    most_failed: float = math.inf  # searches


class Walk:
    """The steps; each returns what it saw, or raises Failed."""

    def __init__(self, stack: Stack, clone: Path, versions: tuple[str, str], products: int) -> None:
        """Take the stack, a clone that is upgraded, from and to which version, and its products."""
        self.stack, self.clone, self.products = stack, clone, products
        self.before, self.after = versions
        self.operator = Site(stack.port, stack.authority, stack.env["OPERATOR_TOKEN"])
        self.site = Site(stack.port, stack.authority)
        self.visits = Visits(self.site)
        self.scraped = 0

    def steps(self) -> list[Step]:
        """Return the steps in their order."""
        return [
            *(Step(do, visitors=0) for do in (self.build, self.first_start, self.front)),
            *(Step(do) for do in (self.scrape, self.metrics, self.backup_and_restore)),
            *(Step(do) for do in (self.index_back, self.lost_parts, self.engine_restarts)),
            Step(self.down_and_up),
            Step(self.cluster_starts, visitors=0),
            Step(self.cluster_loses_parts, visitors=4, most_failed=0),
            Step(self.start_before, visitors=0),
            Step(self.upgrade, visitors=4, most_s=MOST_WITHOUT_S),
            Step(self.roll_back, visitors=4, most_s=MOST_WITHOUT_S),
        ]

    def build(self) -> str:
        """Build both images, each once."""
        self.stack.compose("build")
        images = self.stack.engine.docker("images", "-q", "--filter", "dangling=true").split()
        return f"{len(images)} images without a name beside them"

    def first_start(self) -> str:
        """Start all; a second `up` makes nothing anew."""
        took = self.stack.up()
        before = self.stack.running()
        self.stack.up()
        if made := self.stack.running() - before:
            raise Failed(f"a second `up` made {len(made)} containers anew")
        return f"all well after {took:.0f} s; a second `up` makes nothing anew"

    def front(self) -> str:
        """Read the site with TLS, log in, be known by the proxy's word, and warn of nothing."""
        status, page = self.site.ask("/")
        refused, _ = self.site.ask("/api/operator/session")
        let_in, told = self.operator.ask("/api/operator/session")
        if (status, refused, let_in) != (200, 401, 200) or "<html" not in page:
            raise Failed(f"the page answers {status}, log-ins {refused} and {let_in}: {told}")
        words = ["curl", "-sko", "/dev/null", "-w", "%{http_version}"]
        http2 = run(*words, f"https://127.0.0.1:{self.stack.port}/")
        self.site.found("seen through a proxy", **{"X-Forwarded-For": PROXIED})
        log = self.stack.compose("logs", "front", "--no-log-prefix")
        if f'"client":"{PROXIED}"' not in log:
            raise Failed(f"a proxy on this host ({self.stack.gateway}) is not believed")
        if "[warn]" in log or http2 != "2":
            raise Failed(f"HTTP {http2}; {re.findall('.*warn.*', log)[:1]}")
        return "TLS, HTTP/2, log-in; a proxy on this host is believed; an unknown name is left out"

    def scrape(self) -> str:
        """Scrape demo stores with the containers' Chromium, and restart a worker meanwhile."""
        for brand in SCRAPED:
            status, told = self.operator.ask("/api/scraper/start/", brand)
            if status != 200:
                raise Failed(f"no run of brand {brand}: {status} {told}")
        self.stack.wait(lambda: "running" in self._runs(), lambda: "no run begins")
        self.stack.compose("restart", "worker")
        took = self.stack.wait(lambda: self._runs() == [], lambda: f"runs go on: {self._runs()}")
        runs = self.operator.ask("/api/scraper/getHistory/?pageSize=200")[1]
        ended = sorted(str(one["result"]) for one in runs)
        if len(ended) != len(SCRAPED) or {*ended} - {"success", "suspect"}:
            raise Failed(f"runs ended as {ended}")
        self.stack.wait(self._is_still, lambda: "the index does not come to rest")
        held = self.operator.ask("/api/health")[1]["worker"].get("browsersHeld")
        return (
            f"{self.scraped} products of {len(ended)} stores in {took:.0f} s, a restart of the"
            f" worker among them; browsers held to their guard: {held}"
        )

    def _runs(self) -> list[str]:
        status, runs = self.operator.ask("/api/scraper/getProcesses/")
        return [str(one.get("state")) for one in runs] if status == 200 else [f"{status}"]

    def _is_still(self) -> bool:
        before, self.scraped = self.scraped, self.site.found()
        time.sleep(5)
        return before == self.scraped > 0

    def metrics(self) -> str:
        """Read the metrics as Prometheus does, and be refused at the front."""
        words = ["curl", "-fsH", f"Authorization: Bearer {self.stack.env['METRICS_TOKEN']}"]
        told = self.stack.exec("app", *words, "http://app:8000/metrics")
        names = {*re.findall(r"^# TYPE (winkel_\w+)", told, re.M)}
        front = self.site.ask("/metrics")[0]
        if len(names) < 20 or front != 404:
            raise Failed(f"{len(names)} metrics, and the front answers {front}")
        return f"{len(names)} metrics; the front answers 404"

    def backup_and_restore(self) -> str:
        """Save, lose a table, restore as the guide does: the same is found."""
        kept = self.site.found()
        saved = self._save("winkel.tar")
        self.stack.compose("stop", "app", "worker", "backup")
        self.stack.sql("TRUNCATE product CASCADE")
        began = time.monotonic()
        self.stack.once(*RESTORE, "/backups/winkel.tar")
        took = time.monotonic() - began
        self.stack.up()
        self._must_find(kept)
        return f"{saved}; {kept} products are back in {took:.0f} s"

    def _save(self, name: str) -> str:
        told = self.stack.once("backup", *f"python -m dev.backup save /backups/{name}".split())
        return told.strip().rpartition(": ")[2].partition(", ")[0]

    def _must_find(self, kept: int) -> None:
        if (found := self.site.found()) != kept:
            raise Failed(f"{kept} products were found before and {found} after")

    def index_back(self) -> str:
        """Rebuild the index, go back to the one before: a later command does not undo it."""
        index = ["python", "-m", "indexer.index"]
        self.stack.once("setup", *index, "rebuild")
        back = self.stack.once("setup", *index, "rollback").split()[0]
        self.stack.once("backup", "ls", "/backups")
        live = self.stack.once("setup", *index, "status")
        if f'"live": "{back}"' not in live:
            raise Failed(f"the index is not {back}: {live[:300]}")
        return f"{back} serves, and stays"

    def lost_parts(self) -> str:
        """Kill each container; the searches find again, and all is well again."""
        for service in KILLED:
            self.visits.begin(service)
            self.stack.kill(f"{service}-1")
            time.sleep(3)
            self._until_well()
        return "all come back by themselves"

    def _until_well(self) -> None:
        self.stack.wait(lambda: self.site.found("dress") >= 0, lambda: "no answers")
        self.stack.settle()
        self.stack.note_memory()

    def engine_restarts(self) -> str:
        """Restart the engine: its containers come back by themselves."""
        if not self.stack.engine.own:
            return "not done: the engine is not ours to restart"
        self.visits.begin("engine")
        self.stack.engine.stop()
        self.stack.engine.start()
        self._until_well()
        return "all come back by themselves"

    def down_and_up(self) -> str:
        """Take all down, and up with its data."""
        kept = self.site.found()
        self.visits.begin("down and up")
        self.stack.compose("down")
        took = self.stack.up()
        self._must_find(kept)
        return f"{kept} products again after {took:.0f} s"

    def cluster_starts(self) -> str:
        """Have a second application, a second worker and two nodes join; the data stays."""
        kept = self.site.found()
        self.stack.files = [ONE, CLUSTER]
        self.stack.change(
            FRONT_APP="app:8000,app-2:8000", ES_MEMORY="1500m", ES_JAVA_OPTS="-Xms512m -Xmx512m"
        )
        took = self.stack.up()
        self.stack.wait(self._is_whole, lambda: self._ask("_cat/shards"))
        tls = self._ask("_nodes/settings?filter_path=**.transport.ssl.enabled")
        if tls.count('"true"') != 3:
            raise Failed(f"not all nodes speak TLS: {tls[:300]}")
        self._must_find(kept)
        return f"all well after {took:.0f} s; {kept} products, three nodes, TLS between them, green"

    def _ask(self, path: str) -> str:
        words = 'curl -fs -u "elastic:$ELASTIC_PASSWORD" "http://127.0.0.1:9200/$0"'
        return self.stack.exec("elasticsearch", "bash", "-c", words, path)

    def _is_whole(self) -> bool:
        try:
            return self._ask("_cat/health?h=status,node.total").split() == ["green", "3"]
        except Failed:
            return False

    def cluster_loses_parts(self) -> str:
        """Kill an application container, a worker and a node each minute."""
        connections = []
        for number, names in enumerate(KILLED_TOGETHER, 1):
            ends = time.monotonic() + MINUTE_S
            self.visits.begin(f"minute {number}")
            self.stack.kill(*names)
            time.sleep(10)
            connections.append(int(self.stack.sql(CONNECTIONS)))
            self._until_well()
            self.stack.wait(self._is_whole, lambda: self._ask("_cat/shards"))
            time.sleep(max(0.0, ends - time.monotonic()))
        return f"PostgreSQL's connections at most {max(connections)} of 200"

    def start_before(self) -> str:
        """Start the version before in an empty place, and fill its catalogue."""
        self.stack.take_down()
        self.stack.files, self.stack.profile, self.stack.folder = [ONE], "", self.clone
        self.stack.change(
            FRONT_APP="app:8000", ES_MEMORY="", ES_JAVA_OPTS="", ALLOW_LOOPBACK_STORES="0"
        )
        self._build(self.before)
        self.stack.up()
        self.stack.fill(self.products)
        self.scraped = self.site.found()
        if self.scraped < self.products / 2:
            raise Failed(f"{self.scraped} products are found")
        version = run("git", "-C", self.clone, "log", "-1", "--format=%h of %as").strip()
        return f"{version}: {self.scraped} products; {self._save('before.tar')} saved"

    def upgrade(self) -> str:
        """Upgrade as the guide says."""
        self._build(self.after)
        self.visits.begin("setup")
        self.stack.compose("run", "--rm", "-T", "setup")
        self._replace()
        return f"{self.site.found()} products are found"

    def roll_back(self) -> str:
        """Roll back as the guide says: the version before's data and code."""
        self.stack.compose("stop", "worker", "backup")
        self._build(self.before)
        self.visits.begin("restore")
        self.stack.once(*RESTORE, "/backups/before.tar")
        self._replace()
        self._must_find(self.scraped)
        return f"{self.scraped} products again"

    def _build(self, version: str) -> None:
        """Have the version in the clone, and its images."""
        self.visits.begin("build")
        run("git", "-C", self.clone, "checkout", "-q", "--detach", version)
        self.stack.compose("build")

    def _replace(self) -> None:
        """Start the other version's application beside this one, which goes then; and the rest."""
        up: Iterable[str] = ("up", "-d", "--no-deps")
        self.visits.begin("app")
        self.stack.compose(*up, "--wait", "--no-recreate", "--scale", "app=2", "app")
        self.stack.compose(*up, "--scale", "app=1", "app")
        self.visits.begin("front")
        self.stack.compose(*up, "front")
        self.visits.begin("the rest")
        self.stack.up()
