"""A local Elasticsearch: a single node on loopback, with its data in the service's folder."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

from dev.services import service
from dev.services.elasticsearch.distribution import (
    Distribution,
    elasticsearch_distribution,
    java_home,
)
from dev.services.process import answers
from dev.services.service import Place, Service

HEAP = "1g"

# The start script's defaults without the garbage collector's log, which would be written to the
# distribution's folder: this user cannot write there.
JVM_OPTIONS = """-Xms{heap}
-Xmx{heap}
-XX:+UseG1GC
-Djava.io.tmpdir=${{ES_TMPDIR}}
20-:--add-modules=jdk.incubator.vector
23-:-XX:CompileCommand=dontinline,java/lang/invoke/MethodHandle.setAsTypeCache
23-:-XX:CompileCommand=dontinline,java/lang/invoke/MethodHandle.asTypeUncached
-Dorg.apache.lucene.store.defaultReadAdvice=normal
-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1
-XX:+ExitOnOutOfMemoryError
-XX:ErrorFile={logs}/hs_err_pid%p.log
"""

# Only the first compiler: a start takes 9 s of processor time in place of 17.
BRIEF_OPTION = "-XX:TieredStopAtLevel=1"

# Settings that a build without the module rejects.
MODULE_SETTINGS = {
    "x-pack-ml": {"xpack.ml.enabled": False},
    "x-pack-watcher": {"xpack.watcher.enabled": False},
    "x-pack-profiling": {"xpack.profiling.enabled": False},
    "ingest-geoip": {"ingest.geoip.downloader.enabled": False},
}


def settings(folder: Path, distribution: Distribution) -> dict[str, object]:
    """Return elasticsearch.yml's settings."""
    values: dict[str, object] = {
        "cluster.name": "winkel-local",
        "node.name": "local",
        "discovery.type": "single-node",
        "network.host": "127.0.0.1",
        "path.data": str(folder / "data"),
        "path.logs": str(folder / "logs"),
        "xpack.security.enabled": False,
        "cluster.routing.allocation.disk.threshold_enabled": False,
        # Facet bodies are answered from here (design, "How the query runs"): 1 % is 10 MB.
        "indices.requests.cache.size": "10%",
    }
    for module, module_settings in MODULE_SETTINGS.items():
        if distribution.has_module(module):
            values |= module_settings
    return values


def prepare(place: Place) -> None:
    """Write the configuration."""
    distribution = elasticsearch_distribution()
    folder = place.folder
    config, logs = folder / "config", folder / "logs"
    for path in (config, logs, folder / "data", folder / "tmp"):
        path.mkdir(parents=True, exist_ok=True)
    shutil.copy(distribution.home / "config" / "log4j2.properties", config)
    options = JVM_OPTIONS.format(heap=HEAP, logs=logs)
    (config / "jvm.options").write_text(options + (f"{BRIEF_OPTION}\n" if place.brief else ""))
    lines = [
        f"{name}: {json.dumps(value)}" for name, value in settings(folder, distribution).items()
    ]
    (config / "elasticsearch.yml").write_text("\n".join(lines) + "\n")
    place.account.own(folder)


def command(_place: Place, port: int) -> list[str]:
    """Return the server's command line; the transport port is the first free one."""
    home = elasticsearch_distribution().home
    return [str(home / "bin" / "elasticsearch"), "-E", f"http.port={port}"]


def environment(place: Place) -> dict[str, str]:
    """Return the server's environment."""
    variables = service.environment(place) | {
        "ES_PATH_CONF": str(place.folder / "config"),
        "ES_TMPDIR": str(place.folder / "tmp"),
    }
    if not elasticsearch_distribution().bundled_java:
        variables["ES_JAVA_HOME"] = str(java_home())
    return variables


def ready(port: int) -> bool:
    """Return True if the node answers and has recovered (a single node is at most yellow)."""
    return answers(f"{url(port)}/_cluster/health?wait_for_status=yellow&timeout=1s")


def url(port: int) -> str:
    """Return ELASTICSEARCH_URL."""
    return f"http://127.0.0.1:{port}"


ELASTICSEARCH = Service(
    "elasticsearch",
    signal.SIGTERM,
    prepare,
    command,
    ready,
    url,
    environment=environment,
    start_timeout_s=300.0,  # usually 10 s; 90 s were seen with two cores at a load of 25
)
