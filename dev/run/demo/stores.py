"""The demo stores of `make run`: their process and their addresses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dev.ports import remembered_port
from dev.services.process import Process
from dev.stores.server import read_map

FIRST_PORT = 8100
WAIT_S = 60.0


class DemoStoresProcess:
    """The stores' process, and the maps of their present and their scraped addresses."""

    def __init__(self, local: Path) -> None:
        self.map = local / "stores" / "map.json"
        self._scraped = local / "stores" / "scraped.json"
        self._port = local / "stores" / "port"

    def start(self, program: Callable[[str, list[str]], Process]) -> dict[str, str]:
        """Start the stores, on their earlier ports if these are free; returns addresses by slug."""
        self.map.parent.mkdir(parents=True, exist_ok=True)
        self.map.unlink(missing_ok=True)
        port = str(remembered_port(self._port, FIRST_PORT))
        command = ["dev.stores", "--port", port, "--map", str(self.map)]
        process = program("stores", command)
        process.wait_until("start", self.map.exists, WAIT_S)
        addresses = read_map(self.map)
        for address in addresses.values():
            process.wait_for_http(f"{address}/", WAIT_S)
        return addresses

    def moved(self) -> bool:
        """Return True if the addresses have changed since the scrape.

        Products link to their store's pages, so a store that moved is scraped again.
        """
        return self._scraped.exists() and read_map(self._scraped) != read_map(self.map)

    def mark_scraped(self) -> None:
        """Store the addresses that the catalogue's links have."""
        self._scraped.write_text(self.map.read_text())
