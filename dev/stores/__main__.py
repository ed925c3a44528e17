"""``python -m dev.stores --port N --map FILE``: serve all demo stores until stopped."""

import argparse
import signal
import sys
import threading
from pathlib import Path

from dev.stores.server import DemoStores

_LOCAL = Path(__file__).parents[2] / ".local" / "stores"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Serve the demo stores on loopback.")
    parser.add_argument("--port", type=int, default=8100, help="first port to try, one per store")
    parser.add_argument("--map", type=Path, default=_LOCAL / "map.json", help="slug → address")
    return parser.parse_args()


def main() -> int:
    """Serve until SIGINT or SIGTERM."""
    arguments = _arguments()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with DemoStores(None, arguments.port, arguments.map) as stores:
        for slug, served in stores.control.items():
            count = len(served.store.products)
            print(f"{stores.base[slug]}  {served.store.name}, {count} products", flush=True)
        stop.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
