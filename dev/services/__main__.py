"""Services for tests: `up --root DIR` runs them until Ctrl-C or SIGTERM.

`keep` starts them in the background (`make services`), `release` stops them (`make services
STOP=1`). All print `export` lines with the names that the tests read.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from dev.files import export_lines, write_exports
from dev.services.errors import ServiceError
from dev.services.for_tests import variables_for_tests
from dev.services.kept import keep, release
from dev.services.local import ALL, local_services
from dev.services.pids import KEPT_ROOT

CHECK_EVERY_S = 1.0


def main(arguments: list[str] | None = None) -> int:
    """Run the action; returns the exit code."""
    options = _options(arguments)
    root = (options.root or KEPT_ROOT).absolute()
    try:
        if options.action == "keep":
            print(export_lines(keep(root)), end="")
        elif options.action == "release":
            print("Stopped." if release(root) else "No services are kept running here.")
        else:
            return _up(options, root)
    except ServiceError as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _up(options: argparse.Namespace, root: Path) -> int:
    """Start the services, print `export` lines, and wait for a signal."""
    stop = threading.Event()

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    with local_services(root, options.need, _to_stderr, brief=options.brief) as services:
        variables = variables_for_tests(services, root)
        print(export_lines(variables), end="", flush=True)
        if options.env_file:
            write_exports(options.env_file, variables)
        while not stop.wait(CHECK_EVERY_S):
            services.check()
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dev.services", description=__doc__)
    parser.add_argument("action", choices=["up", "keep", "release"])
    parser.add_argument("--root", type=Path, help=f"where the data lies; default: {KEPT_ROOT}")
    parser.add_argument("--need", type=_names, default=ALL, help="comma-separated; default: all")
    parser.add_argument("--brief", action="store_true", help="a quick start, not top speed")
    parser.add_argument("--env-file", type=Path, help="also write the export lines here")
    return parser.parse_args(arguments)


def _names(text: str) -> frozenset[str]:
    names = frozenset(text.split(","))
    if names - ALL:
        raise argparse.ArgumentTypeError(f"choose from {', '.join(sorted(ALL))}")
    return names


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
