"""`python -m dev.services up --root DIR`: run the services until Ctrl-C or SIGTERM."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from dev.services import ALL, ServiceError, ServiceUrls, local_services

CHECK_EVERY_S = 1.0


def main(arguments: list[str] | None = None) -> int:
    """Start, print `export` lines, stay; returns the exit code."""
    options = _options(arguments)
    stop = threading.Event()

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    try:
        with local_services(options.root, options.need, _to_stderr) as services:
            _announce(services, options.env_file)
            while not stop.wait(CHECK_EVERY_S):
                services.check()
    except ServiceError as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dev.services", description=__doc__)
    parser.add_argument("action", choices=["up"])
    parser.add_argument("--root", type=Path, required=True, help="where the data lies")
    parser.add_argument("--need", type=_names, default=ALL, help="comma-separated; default: all")
    parser.add_argument("--env-file", type=Path, help="also write the export lines here")
    return parser.parse_args(arguments)


def _names(text: str) -> frozenset[str]:
    names = frozenset(text.split(","))
    if names - ALL:
        raise argparse.ArgumentTypeError(f"choose from {', '.join(sorted(ALL))}")
    return names


def _announce(services: ServiceUrls, env_file: Path | None) -> None:
    lines = [
        f"export {name}={shlex.quote(value)}"
        for name, value in sorted(services.environment().items())
    ]
    print("\n".join(lines), flush=True)
    if env_file:
        env_file.write_text("\n".join(lines) + "\n")


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
