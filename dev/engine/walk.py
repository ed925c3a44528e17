"""The walk of one host's compose: from the build to an upgrade, each part lost and come back."""

from __future__ import annotations

import re
import time
from pathlib import Path

from dev.engine.engine import Failed, run
from dev.engine.stack import GATEWAY, Stack
from dev.engine.visitors import Site, Visits

ROOT = Path(__file__).resolve().parents[2]
PROXIED = "203.0.113.9"
MOST_WITHOUT_S = 20.0
END_STORES = (
    "for one in /proc/[0-9]*; do tr '\\0' ' ' < $one/cmdline | grep -q '^python -m dev.stores'"
    " && kill -9 ${one#/proc/}; done; true"
)
LOST = ("front", "app", "worker", "redis", "postgres", "elasticsearch", "backup")


class Walk:
    """The steps, in their order; each returns what it saw, or raises Failed."""

    def __init__(self, stack: Stack, before: Path, products: int) -> None:
        """Take the stack, the folder of the version before, and how many products it upgrades."""
        self.stack, self.before, self.products = stack, before, products
        self.operator = Site(stack.port, stack.trust, stack.values["OPERATOR_TOKEN"])
        self.site = Site(stack.port, stack.trust)
        self.scraped = 0

    def build(self) -> str:
        """Build both images, each once."""
        self.stack.compose("build")
        images = self.stack.engine.docker("images", "-q", "--filter", "dangling=true").split()
        return f"{len(images)} images without a name beside them"

    def first_start(self) -> str:
        """Start all; a second `up` makes nothing anew."""
        began = time.monotonic()
        self.stack.up()
        took = time.monotonic() - began
        before = {one["ID"] for one in self.stack.containers() if one["State"] == "running"}
        self.stack.up()
        after = {one["ID"] for one in self.stack.containers() if one["State"] == "running"}
        if before != after:
            raise Failed(f"a second `up` made {len(after - before)} containers anew")
        return f"all well after {took:.0f} s; a second `up` makes nothing anew"

    def door(self) -> str:
        """Read the site with TLS, log in, be known by the proxy's word, and warn of nothing."""
        status, page = self.site.ask("/")
        refused, _ = self.site.ask("/api/operator/session")
        let_in, told = self.operator.ask("/api/operator/session")
        if (status, refused, let_in) != (200, 401, 200) or "<html" not in page:
            raise Failed(f"the page answers {status}, log-ins {refused} and {let_in}: {told}")
        port = self.stack.port
        http2 = run(
            "curl", "-sko", "/dev/null", "-w", "%{http_version}", f"https://127.0.0.1:{port}/"
        )
        self.site.found("seen through a proxy", **{"X-Forwarded-For": PROXIED})
        log = self.stack.compose("logs", "front", "--no-log-prefix")
        if f'"client":"{PROXIED}"' not in log:
            raise Failed(f"a proxy on this host ({GATEWAY}) is not believed")
        if "[warn]" in log or http2 != "2":
            raise Failed(f"HTTP {http2}; {re.findall('.*warn.*', log)[:1]}")
        return "TLS, HTTP/2, log-in; a proxy on this host is believed; an unknown name is left out"

    def scrape(self) -> str:
        """Scrape the demo stores with the containers' Chromium, and restart a worker meanwhile."""
        self.operator.ask("/api/scraper/startAll/", {})
        self.stack.wait(lambda: self._running() > 0, lambda: "no run begins")
        self.stack.compose("restart", "worker")
        took = self.stack.wait(lambda: self._running(all_too=True) == 0, self._runs)
        runs = self.operator.ask("/api/scraper/getHistory/?pageSize=200")[1]
        ended = sorted(str(one["result"]) for one in runs)
        if not ended or {*ended} - {"success", "suspect"}:
            raise Failed(f"runs ended as {ended}")
        self.stack.wait(lambda: self.site.found() >= len(ended), lambda: "nothing is found")
        self.stack.wait(self._is_still, lambda: "the index does not come to rest")
        held = self.operator.ask("/api/health")[1]["worker"].get("browsersHeld")
        return (
            f"{self.scraped} products of {len(ended)} stores in {took:.0f} s, a restart of the"
            f" worker among them; browsers held to their guard: {held}"
        )

    def _running(self, *, all_too: bool = False) -> int:
        status, runs = self.operator.ask("/api/scraper/getProcesses/")
        if status != 200:
            return -1
        return len([one for one in runs if all_too or one.get("state") == "running"])

    def _runs(self) -> str:
        return f"runs go on: {self.operator.ask('/api/scraper/getProcesses/')}"[:500]

    def _is_still(self) -> bool:
        before, self.scraped = self.scraped, self.site.found()
        time.sleep(5)
        return before == self.scraped > 0

    def workers(self) -> str:
        """Give a second worker its own demo stores, and let those of one die."""
        self.stack.compose("up", "-d", "--scale", "worker=2", "--no-recreate", "worker")
        self.stack.settled()
        for number in ("1", "2"):
            pages = self.stack.compose(
                *("exec", "-T", "--index", number, "worker", "sh", "-c"),
                "grep -o 'http://[^\"]*' $DEMO_STORES_MAP | xargs -n 1 curl -fs | wc -c",
            )
            if int(pages) < 10_000:
                raise Failed(f"worker {number} has no stores: {pages}")
        self.stack.exec("worker", "sh", "-c", END_STORES)
        self.stack.settled()
        self.stack.compose("up", "-d", "--scale", "worker=1", "--no-recreate", "worker")
        return "two workers have their own stores, which come back where they die"

    def metrics(self) -> str:
        """Read the metrics as Prometheus does, and be refused at the front."""
        words = ["curl", "-fsH", "Authorization: Bearer metrics-of-the-walk"]
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
        self.stack.once("backup", *"python -m dev.backup restore /backups/winkel.tar".split())
        took = time.monotonic() - began
        self.stack.up()
        if (found := self.site.found()) != kept:
            raise Failed(f"{kept} products were saved and {found} are back")
        return f"{saved}; {found} products are back in {took:.0f} s"

    def _save(self, name: str) -> str:
        told = self.stack.once("backup", *f"python -m dev.backup save /backups/{name}".split())
        return told.strip().rpartition(": ")[2].partition(", ")[0]

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
        parts = []
        for service in LOST:
            visits = Visits(self.site)
            with visits.going_on():
                time.sleep(3)
                visits.mark(service)
                there = self.stack.containers()
                self.stack.kill(next(one["Name"] for one in there if one["Service"] == service))
                time.sleep(3)
                self.stack.settled()
                self.stack.wait(lambda: self.site.found("dress") >= 0, lambda: "no answers")
            parts.append(f"{service} {visits.without_s()[service]:.0f}")
            self.stack.note_memory()
        return f"longest without an answer in s: {', '.join(parts)}"

    def engine_restarts(self) -> str:
        """Restart the engine: its containers come back by themselves."""
        if not self.stack.engine.own:
            return "not done: the engine is not ours to restart"
        began = time.monotonic()
        self.stack.engine.stop()
        self.stack.engine.start()
        self.stack.wait(lambda: self.site.found("dress") >= 0, lambda: "no answers")
        first = time.monotonic() - began
        self.stack.settled()
        return (
            f"searches again after {first:.0f} s, all well after {time.monotonic() - began:.0f} s"
        )

    def down_and_up(self) -> str:
        """Take all down, and up with its data."""
        kept = self.site.found()
        self.stack.compose("down")
        began = time.monotonic()
        self.stack.up()
        if (found := self.site.found()) != kept:
            raise Failed(f"{kept} products before and {found} after")
        return f"{found} products again after {time.monotonic() - began:.0f} s"

    def start_before(self) -> str:
        """Start the version before in an empty place, and fill its catalogue."""
        self.stack.take_down()
        self.stack.folder = self.before
        self.stack.compose("build")
        self.stack.up()
        self.stack.fill(self.products)
        self.scraped = self.site.found()
        if self.scraped < self.products / 2:
            raise Failed(f"{self.scraped} products are found")
        return f"{self.scraped} products; {self._save('before.tar')} saved"

    def upgrade(self) -> str:
        """Upgrade as the guide says, searches going on."""
        visits = Visits(self.site)
        self.stack.folder = ROOT
        with visits.going_on():
            visits.mark("build")
            self.stack.compose("build")
            visits.mark("setup")
            self.stack.compose("run", "--rm", "-T", "setup")
            visits.mark("app")
            self._replace_app()
            visits.mark("the rest")
            self.stack.up()
        return self._bounded(visits, {"app", "the rest"})

    def roll_back(self) -> str:
        """Roll back as the guide says, searches going on: the version before's data and code."""
        visits = Visits(self.site)
        with visits.going_on():
            self.stack.compose("stop", "worker", "backup")
            self.stack.folder = self.before
            visits.mark("build")
            self.stack.compose("build")
            visits.mark("restore")
            self.stack.once("backup", *"python -m dev.backup restore /backups/before.tar".split())
            visits.mark("app")
            self._replace_app()
            visits.mark("the rest")
            self.stack.up()
        if (found := self.site.found()) != self.scraped:
            raise Failed(f"{self.scraped} products before, {found} after going back")
        return self._bounded(visits, {"restore", "app", "the rest"})

    def _replace_app(self) -> None:
        """Start the other version's application beside this one, which goes then."""
        up = ["up", "-d", "--no-deps"]
        self.stack.compose(*up, "--wait", "--no-recreate", "--scale", "app=2", "app")
        self.stack.compose(*up, "--scale", "app=1", "app")

    def back_to_now(self) -> str:
        """Build this version again, for what follows."""
        self.stack.folder = ROOT
        return self.build()

    def _bounded(self, visits: Visits, may: set[str]) -> str:
        """Return what was seen; raises Failed where too long went by without an answer."""
        for what, gap in visits.without_s().items():
            if what and gap > (MOST_WITHOUT_S if what in may else 5.0):
                raise Failed(f"{what}: {gap:.0f} s without an answer. {visits.told()}")
        return visits.told()
