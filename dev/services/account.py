"""The user that the services run as: PostgreSQL and Elasticsearch refuse root."""

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
    """The user that the services run as; `switch`: root has to switch to it."""

    name: str
    switch: bool

    def prefix(self, death_signal: str | None = None) -> list[str]:
        """Return the prefix of a command: switch to this user, end when the parent ends.

        `death_signal` is sent when the *thread* that started the process ends, so services are
        started from the main thread. setpriv is in util-linux, which Debian and Ubuntu always have.
        """
        command = ["setpriv"]
        if self.switch:
            command += [f"--reuid={self.name}", f"--regid={self.name}", "--clear-groups"]
        if death_signal:
            command += ["--pdeathsig", death_signal]
        return command if len(command) > 1 else []

    def own(self, folder: Path) -> None:
        """Create the folder and make this user the owner of it and its contents."""
        folder.mkdir(parents=True, exist_ok=True)
        if not self.switch:
            return
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, self.name, self.name)

    def can_use(self, folder: Path) -> bool:
        """Return True if this user can reach the folder and write in it."""
        check = [*self.prefix(), "test", "-w", str(folder), "-a", "-x", str(folder)]
        return subprocess.run(check, check=False).returncode == 0


def service_account() -> Account:
    """Return the caller's account, or for root a system user, which is created when missing."""
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
    created = subprocess.run(command, check=False, capture_output=True, text=True)
    if created.returncode not in (0, 9):  # 9: somebody else has just created it
        raise ServiceError(
            f"The user {SYSTEM_USER!r} for the local services could not be created: "
            f"{created.stderr.strip()}. Run as an ordinary user, or create it by hand: "
            f"{' '.join(command)}"
        )


def data_folder(root: Path, account: Account) -> Path:
    """Return the folder for the services' data: `root/services`, or what it links to.

    The system user cannot reach a clone below a closed folder (/root): the data is then under
    /var/lib/winkel and `root/services` is a link to it.
    """
    folder = root / "services"
    if not folder.is_symlink():
        if _is_usable(folder, account):
            return folder
        _move_out(folder)
    target = folder.resolve()
    if not _is_usable(target, account):
        raise ServiceError(
            f"The user {account.name!r} cannot write in {target}. Open the folder to it, or "
            "put the clone somewhere else."
        )
    return target


def _is_usable(folder: Path, account: Account) -> bool:
    """Create the folder for the account; tell whether the account can use it."""
    folder.mkdir(parents=True, exist_ok=True)
    if account.switch:
        shutil.chown(folder, account.name, account.name)
    return account.can_use(folder)


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
