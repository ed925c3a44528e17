"""The images that the compose and the Dockerfile name: pulled, or made from packages.

`standins/` has a Dockerfile for each image that cannot be pulled here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.packages import apt_install
from dev.services.distribution import elasticsearch_distribution, java_home

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).with_name("standins")
BASE = "winkel-standin:base"
KIBANA = "kibana"  # cannot be made from packages
UNNEEDED = shutil.ignore_patterns("site-packages", "test", "__pycache__", "idle*", "*.a")


class Failed(Exception):
    """A step did not do what it must; the message says what was seen."""


def run(*words: str | Path) -> str:
    """Run a command and return what it printed; raises Failed with its last lines."""
    command = [str(word) for word in words]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Failed(f"{command[0]} is not installed") from error
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-12:])
        raise Failed(f"{' '.join(command)[:200]} ended with {done.returncode}:\n{last}")
    return done.stdout


def named() -> list[str]:
    """Return the images of others that the compose and the Dockerfile name."""
    texts = [(ROOT / name).read_text() for name in ("docker-compose.yml", "Dockerfile")]
    used = re.findall(r"^ +image: (\S+)$|^FROM (\S+)", "\n".join(texts), re.MULTILINE)
    return sorted({image or base for image, base in used if ":local" not in (image or base)})


def prepare() -> bool:
    """Pull or make the images; return whether there is one of Kibana."""
    missing = [image for image in named() if not _is_there(image)]
    with TemporaryDirectory(prefix="winkel-standins-", dir="/var/tmp") as name:
        for image in (image for image in missing if KIBANA not in image):
            print(f"{image} cannot be pulled and is made here …", flush=True)
            _make(image, Path(name))
    return not any(KIBANA in image for image in missing)


def _is_there(image: str) -> bool:
    try:
        return bool(
            run("docker", "images", "-q", image).strip() or run("docker", "pull", "-q", image)
        )
    except Failed:
        return False


def _make(image: str, folder: Path) -> None:
    if not run("docker", "images", "-q", BASE).strip():
        _make_base(folder / "base")
    name = image.rpartition("/")[2].partition(":")[0]
    if name == "debian":
        run("docker", "tag", BASE, image)
        return
    context = folder / name
    shutil.copytree(HERE / name, context)
    for target, source in _of_this_host(name).items():
        (context / target).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            ignored = UNNEEDED if name == "python" else None
            shutil.copytree(source, context / target, symlinks=True, ignore=ignored)
        else:
            shutil.copy(source, context / target, follow_symlinks=False)
    if name == "elasticsearch":
        if not shutil.which("cc"):
            apt_install(["gcc", "libc6-dev"])
        made, source = context / "files.so", context / "files.c"
        run("cc", "-shared", "-fPIC", "-D_GNU_SOURCE", "-o", made, source)
    run("docker", "build", "-q", "--network", "host", "-t", image, context)


def _make_base(folder: Path) -> None:
    """Make Debian 13 with this host's package sources and authorities."""
    apt_install(["debootstrap"])
    lines = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
    sources = [line for line in lines.splitlines() if line.rstrip("/").endswith("/debian")]
    words = ["--variant=minbase", "--include=ca-certificates"]
    run("debootstrap", *words, "trixie", folder, *sources[:1])
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", folder / "etc/ssl/certs")
    for settings in Path("/etc/apt").glob("a*.conf.d"):
        shutil.copytree(settings, folder / "etc/apt" / settings.name, dirs_exist_ok=True)
    if Path("/etc/pip.conf").exists():
        shutil.copy("/etc/pip.conf", folder / "etc")
    tar = folder.with_suffix(".tar")
    run("tar", "-C", folder, "-cf", tar, ".")
    run("docker", "import", "-c", 'CMD ["bash"]', tar, BASE)


def _of_this_host(name: str) -> dict[str, Path]:
    if name == "elasticsearch":
        return {"elasticsearch": elasticsearch_distribution(), "java": java_home()}
    if name == "node":
        program = Path(shutil.which("node") or "/usr/bin/node").resolve()
        npm, settings = program.parent.parent / "lib/node_modules/npm", Path.home() / ".npmrc"
        own = {"npmrc": settings} if settings.exists() else {}
        return {"node/bin/node": program, "node/lib/node_modules/npm": npm, **own}
    if name == "python":
        home, version = Path(sys.base_prefix), "python3.11"
        if home == Path("/usr") or sys.version_info[:2] != (3, 11):
            raise Failed("no Python 3.11 with a folder of its own to make an image from")
        places = [home / "bin" / version, home / "lib" / version, *home.glob("lib/libpython*.so*")]
        return {f"python/{place.relative_to(home)}": place for place in places}
    return {}
