"""The images that the compose and the Dockerfile name: pulled, or made from packages."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.engine.engine import Engine, Failed, run
from dev.packages import apt_install
from dev.services.elasticsearch.distribution import elasticsearch_distribution, java_home

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).with_name("standins")
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
# Kibana's cannot be made from packages.
OPTIONAL = ("kibana",)
PULL_S = 600


def named() -> list[str]:
    """Return the images of others that the compose and the Dockerfile name."""
    texts = [(ROOT / name).read_text() for name in ("docker-compose.yml", "Dockerfile")]
    used = re.findall(r"^ +image: (\S+)$|^FROM (\S+)", "\n".join(texts), re.MULTILINE)
    return sorted({image or base for image, base in used if ":local" not in (image or base)})


def prepare(engine: Engine) -> tuple[list[str], list[str]]:
    """See that the images are there; return those that were made here, and those that are not."""
    missing = [image for image in named() if not _present(engine, image)]
    wanted = [image for image in missing if not _pulled(engine, image)]
    lacking = [image for image in wanted if any(name in image for name in OPTIONAL)]
    if make := [image for image in wanted if image not in lacking]:
        _make(engine, make)
    own = engine.docker("images", "-q", "--filter", "label=winkel.standin").split()
    return (["all but what follows"] if own else []), lacking


def _present(engine: Engine, image: str) -> bool:
    return bool(engine.docker("images", "-q", image).strip())


def _pulled(engine: Engine, image: str) -> bool:
    try:
        engine.docker("pull", "-q", image, within_s=PULL_S)
    except Failed:
        return False
    return True


def _make(engine: Engine, images: list[str]) -> None:
    print(f"No registry has {', '.join(images)}: making stand-ins …", flush=True)
    with TemporaryDirectory(prefix="winkel-standins-", dir=engine.folder.parent) as name:
        context = Path(name)
        if not _present(engine, "winkel-engine:base"):
            _make_base(engine, context / "base")
        for image in images:
            target = image.rpartition("/")[2].partition(":")[0]
            if target == "debian":
                engine.docker("tag", "winkel-engine:base", image)
                continue
            _lay(context / target, target)
            words = ["-q", "--network", "host", "--label", "winkel.standin=1"]
            engine.docker("build", *words, "-t", image, context / target)


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
    engine.docker("import", "-c", 'CMD ["bash"]', tar, "winkel-engine:base")
    shutil.rmtree(folder)
    tar.unlink()


def _lay(context: Path, target: str) -> None:
    """Lay what the image copies beside its Dockerfile."""
    shutil.copytree(HERE / target, context)
    if target == "node":
        _node(context)
    elif target == "python":
        _python(context)
    elif target == "elasticsearch":
        _copy(elasticsearch_distribution().home, context / "elasticsearch")
        settings = context / "elasticsearch/bin/elasticsearch-env"
        settings.write_text(settings.read_text().replace("TYPE=zip", "TYPE=docker"))
        _copy(java_home(), context / "java")
        words = ["-shared", "-fPIC", "-D_GNU_SOURCE", "-o", f"{context}/files.so"]
        run("cc", *words, context / "files.c")


def _node(context: Path) -> None:
    node, own = shutil.which("node"), Path.home() / ".npmrc"
    if not node:
        raise Failed("this host has no Node.js to make an image from")
    program = Path(node).resolve()
    (context / "node/bin").mkdir(parents=True)
    shutil.copy(program, context / "node/bin/node")
    _copy(program.parent.parent / "lib/node_modules/npm", context / "node/lib/node_modules/npm")
    (context / "node/bin/npm").symlink_to("../lib/node_modules/npm/bin/npm-cli.js")
    (context / "npmrc").write_text(own.read_text() if own.exists() else "")


def _python(context: Path) -> None:
    home = Path(sys.base_prefix)
    if home == Path("/usr") or sys.version_info[:2] != (3, 11):
        raise Failed("no Python 3.11 with a folder of its own to make an image from")
    unneeded = shutil.ignore_patterns("site-packages", "test", "__pycache__", "idle*", "share")
    (context / "python/lib").mkdir(parents=True)
    (context / "python/bin").mkdir()
    shutil.copy(home / "bin/python3.11", context / "python/bin")
    (context / "python/bin/python3").symlink_to("python3.11")
    library = "lib/python3.11"
    shutil.copytree(home / library, context / "python" / library, symlinks=True, ignore=unneeded)
    for file in (home / "lib").glob("libpython*"):
        shutil.copy(file, context / "python/lib", follow_symlinks=False)


def _copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target, symlinks=True)
