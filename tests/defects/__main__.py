"""`python -m tests.defects [IDS]`: plant defects, one after another, and tell which test notices.

Each stands in defects.toml: an exact text of one file, the text of somebody's mistake in its place,
and the tests that should notice it, the cheapest first: words of pytest, a file of vitest, or
`frontend` for vitest on all that imports the file. All happens in a copy of the last commit.
A test that fails without the defect, too, is no evidence: its notice is told as `unsteady`.
"""

import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(__file__).with_name("defects.toml")
RESULTS = Path(tempfile.gettempdir()) / "winkel-defects.json"
LINKED = (".venv", "frontend/node_modules")
LIMIT_S = 300.0  # for the tests of one defect together
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?::.+?)(?: - (.*))?$", re.MULTILINE)
PYTEST = (".venv/bin/python", *"-m pytest -x -q -p no:cacheprovider".split())


class Defect(NamedTuple):
    """One mistake. `notice`: what a person would see of it; `noticed_by`: the test that did."""

    id: str
    room: str
    file: str
    notice: str
    tests: list[str]
    old: str
    new: str
    noticed_by: str


class Seen(NamedTuple):
    """What tests said: `noticed`, `passed`, `broken` (no test ran), `slow` or `unsteady`."""

    state: str
    by: str = ""
    why: str = ""
    seconds: float = 0.0


@contextmanager
def copied() -> Iterator[Path]:
    """Yield a worktree of the last commit, with this checkout's environment."""
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory(prefix="winkel-defects-") as name:
        folder = Path(name) / "checkout"
        subprocess.run([*git, "add", "--quiet", "--detach", str(folder), "HEAD"], check=True)
        try:
            for link in LINKED:
                (folder / link).symlink_to((ROOT / link).resolve())
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def run(command: list[str], folder: Path, limit_s: float) -> tuple[int | None, str]:
    """Return the exit code, None where it took too long, and the output."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        command = ["nice", "-n", "10", *command]
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out, process_group=0)
        try:
            code: int | None = process.wait(max(1.0, limit_s))
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, signal.SIGKILL)
        out.seek(0)
        return code, out.read()


def ask(step: str, file: str, folder: Path, limit_s: float) -> Seen:
    """Run one of a defect's tests up to the first that fails."""
    failed: tuple[str, str] | None = None  # its name, and why
    if step.startswith("frontend"):
        report = folder / "vitest.json"
        report.write_text('{"testResults": []}')
        what = ["related", "--run", file] if step == "frontend" else ["run", step]
        more = ["--passWithNoTests", "--bail=1", "--reporter=json", f"--outputFile={report}"]
        what = [word.removeprefix("frontend/") for word in what]
        code, out = run(["npx", "vitest", *what, *more], folder / "frontend", limit_s)
        for one in json.loads(report.read_text("utf-8"))["testResults"]:
            name = Path(one["name"]).relative_to(folder)
            for test in one["assertionResults"]:
                if test["status"] == "failed":
                    failed = failed or (f"{name} > {test['fullName']}", test["failureMessages"][0])
    else:
        code, out = run([*PYTEST, *shlex.split(step)], folder, limit_s)
        failed = (match[1], match[2] or "") if (match := FAILED.search(out)) else None
    if code == 1 and failed:
        return Seen("noticed", failed[0], failed[1][:300])
    return Seen({None: "slow", 0: "passed"}.get(code, "broken"), why=out[-600:])


def look(defect: Defect, folder: Path, green: dict[str, bool]) -> Seen:
    """Plant a defect and ask its tests until one notices; `green`: what passes without one."""
    started, seen, step = time.monotonic(), Seen("broken", why="it names no tests"), ""
    file = folder / defect.file
    good = file.read_text("utf-8")
    if good.count(defect.old) != 1 or defect.old == defect.new:
        raise SystemExit(f"{defect.id}: its text must stand once in {defect.file}")
    file.write_text(good.replace(defect.old, defect.new), "utf-8")
    for step in defect.tests:
        seen = ask(step, defect.file, folder, LIMIT_S - (time.monotonic() - started))
        if seen.state != "passed":
            break
    file.write_text(good, "utf-8")
    seen = seen._replace(seconds=round(time.monotonic() - started, 1))
    if seen.state == "noticed" and seen.by not in green:  # the same without the defect
        same = step if step.startswith("frontend") else shlex.quote(seen.by)
        green[seen.by] = ask(same, defect.file, folder, LIMIT_S).state == "passed"
    return seen if seen.state != "noticed" or green[seen.by] else seen._replace(state="unsteady")


def main() -> None:
    """Look at the defects that are named, or at all, and keep what was seen in a file."""
    ids = sys.argv[1:]
    tree = subprocess.check_output(["git", "-C", str(ROOT), "ls-tree", "-r", "HEAD"], text=True)
    lines = [line for line in tree.splitlines() if "\ttests/defects/" not in line]
    tested = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    if kept.get("tested") != tested:  # what was seen of another commit says nothing of this one
        kept = {"tested": tested, "green": {}, "seen": {}}
    with copied() as folder:
        for row in tomllib.loads(DATA.read_text("utf-8"))["defect"]:
            if not ids or row["id"] in ids:
                seen = look(Defect(**row), folder, kept["green"])
                kept["seen"][row["id"]] = seen._asdict()
                RESULTS.write_text(json.dumps(kept, indent=1), "utf-8")
                print(f"{seen.state:8} {seen.seconds:6.1f} s  {row['id']}  {seen.by}", flush=True)


if __name__ == "__main__":
    main()
