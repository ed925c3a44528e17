"""The images that the compose and the Dockerfile name: pulled, or made from packages."""

from __future__ import annotations

import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.engine.engine import Engine, Failed, run
from dev.packages import apt_install
from dev.services.elasticsearch.distribution import elasticsearch_distribution, java_home

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).with_name("standins")
BASE = "winkel-engine:base"
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
KIBANA = "kibana"  # cannot be made from packages
UNNEEDED = shutil.ignore_patterns("site-packages", "test", "__pycache__", "idle*", "*.a")


def named() -> list[str]:
    """Return the images of others that the compose and the Dockerfile name."""
    texts = [(ROOT / name).read_text() for name in ("docker-compose.yml", "Dockerfile")]
    used = re.findall(r"^ +image: (\S+)$|^FROM (\S+)", "\n".join(texts), re.MULTILINE)
    return sorted({image or base for image, base in used if ":local" not in (image or base)})


def prepare(engine: Engine) -> list[str]:
    """See that the images are there; return the services that do without theirs."""
    missing = [
        image for image in named() if not _present(engine, image) and not _pulled(engine, image)
    ]
    if make := [image for image in missing if KIBANA not in image]:
        print(f"Not to be pulled, so made here: {', '.join(make)} …", flush=True)
        with TemporaryDirectory(prefix="winkel-standins-", dir=engine.folder.parent) as name:
            _make(engine, make, Path(name))
    return [KIBANA, "dashboards"] if any(KIBANA in image for image in missing) else []


def _present(engine: Engine, image: str) -> bool:
    return bool(engine.docker("images", "-q", image).strip())


def _pulled(engine: Engine, image: str) -> bool:
    try:
        engine.docker("pull", "-q", image)
    except Failed:
        return False
    return True


def _make(engine: Engine, images: list[str], folder: Path) -> None:
    if not _present(engine, BASE):
        _make_base(engine, folder / "base")
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda image: _make_one(engine, image, folder), images))


def _make_one(engine: Engine, image: str, folder: Path) -> None:
    name = image.rpartition("/")[2].partition(":")[0]
    if name == "debian":
        engine.docker("tag", BASE, image)
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
    engine.docker("build", "-q", "--network", "host", "-t", image, context)
    shutil.rmtree(context)


def _make_base(engine: Engine, folder: Path) -> None:
    """Make Debian 13 with this host's package sources."""
    apt_install(["debootstrap"])
    told = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
    sources = [line for line in told.splitlines() if line.rstrip("/").endswith("/debian")]
    if not sources:
        raise Failed("apt names no Debian to make images from")
    words = ["--variant=minbase", "--include=ca-certificates"]
    run("debootstrap", *words, "trixie", folder, sources[0])
    shutil.copy(AUTHORITIES, folder / "etc/ssl/certs")
    for settings in Path("/etc/apt").glob("a*.conf.d"):
        shutil.copytree(settings, folder / "etc/apt" / settings.name, dirs_exist_ok=True)
    if Path("/etc/pip.conf").exists():
        shutil.copy("/etc/pip.conf", folder / "etc")
    tar = folder.with_suffix(".tar")
    run("tar", "-C", folder, "-cf", tar, ".")
    engine.docker("import", "-c", 'CMD ["bash"]', tar, BASE)
    shutil.rmtree(folder)
    tar.unlink()


def _of_this_host(name: str) -> dict[str, Path]:
    """Return what a stand-in copies of this host, by its place beside the Dockerfile."""
    if name == "elasticsearch":
        return {"elasticsearch": elasticsearch_distribution().home, "java": java_home()}
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
