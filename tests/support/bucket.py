"""A server that speaks S3, on loopback, and a bucket in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.request import urlopen

import fsspec

BUCKET = "winkel"


@dataclass(slots=True)
class S3:
    """Where it is, by the variables that every process of ours reads, and how to take it away."""

    environment: Mapping[str, str]
    server: object = field(repr=False)

    def stop(self) -> None:
        """Let nobody connect any more; a second time does nothing."""
        server, self.server = self.server, None
        if server is not None:
            server.stop()  # type: ignore[attr-defined]


@contextmanager
def s3_server() -> Iterator[S3]:
    """Run it with the bucket BUCKET; the caller gives its `environment` to the processes."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    keys = {"key": "a-key", "secret": "a-secret"}
    s3 = S3(
        {
            "AWS_ACCESS_KEY_ID": keys["key"],
            "AWS_SECRET_ACCESS_KEY": keys["secret"],
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_DEFAULT_REGION": "af-south-1",
        },
        server,
    )
    files = fsspec.get_filesystem_class("s3")
    files.clear_instance_cache()  # of another server's
    try:
        urlopen(f"http://{host}:{port}/moto-api/reset", b"").close()  # the process has one store
        region = {"LocationConstraint": "af-south-1"}
        made = files(endpoint_url=s3.environment["AWS_ENDPOINT_URL"], **keys)
        made.call_s3("create_bucket", Bucket=BUCKET, CreateBucketConfiguration=region)
        yield s3
    finally:
        s3.stop()
        files.clear_instance_cache()
