"""Who the services run as: PostgreSQL and Elasticsearch refuse root."""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from dev.services.errors import ServiceError

SYSTEM_USER = "winkel"
ROOTS_STATE = Path("/var/lib/winkel")


@dataclass(frozen=True, slots=True)
class Account:
    """The user that the services run as; `switch` is true when root hands over to it."""

    name: str
    switch: bool

    def prefix(self, death_signal: str | None = None) -> list[str]:
        """Return the words before a command: become this user, die when the parent dies.

        `death_signal` is tied to the *thread* that starts the process, so services are started
        from the main thread. util-linux, where setpriv lives, is on every Debian and Ubuntu.
        """
        words = ["setpriv"]
        if self.switch:
            words += [f"--reuid={self.name}", f"--regid={self.name}", "--clear-groups"]
        if death_signal:
            words += ["--pdeathsig", death_signal]
        return words if len(words) > 1 else []

    def own(self, folder: Path) -> None:
        """Make the folder and give it and what is in it to this user."""
        folder.mkdir(parents=True, exist_ok=True)
        if not self.switch:
            return
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, self.name, self.name)

    def can_use(self, folder: Path) -> bool:
        """Tell whether this user reaches the folder and may write in it."""
        check = [*self.prefix(), "test", "-w", str(folder), "-a", "-x", str(folder)]
        return subprocess.run(check, check=False).returncode == 0


def service_account() -> Account:
    """Return the caller's own account, or for root a system user, created when missing."""
    if os.geteuid() != 0:
        return Account(pwd.getpwuid(os.geteuid()).pw_name, switch=False)
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        _create_system_user()
    return Account(SYSTEM_USER, switch=True)


def _create_system_user() -> None:
    command = ["useradd", "--system", "--user-group", "--no-create-home"]
    command += ["--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    if made.returncode not in (0, 9):  # 9: somebody else has just created it
        raise ServiceError(
            f"The user {SYSTEM_USER!r} for the local services could not be created: "
            f"{made.stderr.strip()}. Run as an ordinary user, or create it by hand: "
            f"{' '.join(command)}"
        )


def data_folder(root: Path, account: Account) -> Path:
    """Return the folder for the services' data: `root/services`, or what it links to.

    A clone below a closed folder (/root) cannot be reached by the system user: the data then
    lies under /var/lib/winkel and `root/services` is a link to it.
    """
    folder = root / "services"
    if not folder.is_symlink():
        folder.mkdir(parents=True, exist_ok=True)
        if account.switch:
            shutil.chown(folder, account.name, account.name)
        if account.can_use(folder):
            return folder
        _move_out(folder)
    target = folder.resolve()
    target.mkdir(parents=True, exist_ok=True)
    if account.switch:
        shutil.chown(target, account.name, account.name)
    if not account.can_use(target):
        raise ServiceError(
            f"The user {account.name!r} cannot write in {target}. Open the folder to it, or "
            "put the clone somewhere else."
        )
    return target


def _move_out(folder: Path) -> None:
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    target = ROOTS_STATE / name
    target.mkdir(parents=True, exist_ok=True)
    target.chmod(0o755)
    try:
        folder.rmdir()
    except OSError as error:
        raise ServiceError(f"{folder} must be empty or a link: move it away.") from error
    folder.symlink_to(target)
    print(f"{folder} is not reachable for the services' user: their data lies in {target}")
