"""`make env`: writes .env for docker compose from .env.example, with its empty secrets made.

What a .env has already stays as it is; only what it lacks is added. Python's own library is enough.
"""

from __future__ import annotations

import re
import secrets
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"^([A-Z_]+)=(.*)$", re.MULTILINE)


def complete(example: str, present: str) -> tuple[str, list[str]]:
    """Return a .env with what it lacks of the example, and the names of the secrets made."""
    values = dict(NAMED.findall(present))
    kept = [line for line in present.splitlines() if not _is_empty_secret(line, example)]
    made = [name for name in secret_names(example) if not values.get(name)]
    added = [f"{name}={secrets.token_hex(24)}" for name in made]
    return "".join(f"{line}\n" for line in [*kept, *added]), made


def secret_names(example: str) -> list[str]:
    """Return the variables that the example leaves empty."""
    return [name for name, value in NAMED.findall(example) if not value]


def ambiguous_passwords(text: str) -> list[str]:
    """Return the passwords that would be others in an address, or to docker compose."""
    return [
        name
        for name, value in NAMED.findall(text)
        if name.endswith("_PASSWORD") and not re.fullmatch(r"[\w.~-]*", value, re.ASCII)
    ]


def _is_empty_secret(line: str, example: str) -> bool:
    return line.endswith("=") and line[:-1] in secret_names(example)


def main() -> int:
    """Write .env, for its owner alone; return the exit status."""
    file = ROOT / ".env"
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    present = file.read_text(encoding="utf-8") if file.exists() else example
    text, made = complete(example, present)
    file.touch(mode=0o600)
    file.chmod(0o600)  # one that is there may be readable for all
    file.write_text(text, encoding="utf-8")
    print(
        f".env: made {', '.join(made)}." if made else ".env has every secret; nothing was changed."
    )
    if wrong := ambiguous_passwords(text):
        print(
            f"{', '.join(wrong)}: use letters, digits and . _ ~ - alone; it stands in addresses.",
            file=sys.stderr,
        )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
