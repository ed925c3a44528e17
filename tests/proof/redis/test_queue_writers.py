"""Whoever writes to Redis has no more done than a job of ours: no code, no callback, no post."""

from __future__ import annotations

import json
import pickle
import select
import socket
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from redis import Redis

from indexer.core.queues import OPERATOR, enqueue, fetch_job, redis_connection
from indexer.core.settings import Settings
from indexer.jobs.worker import scheduler
from tests.support.worker import worker

HARMLESS: list[Any] = ["indexer.jobs.tasks.do_periodic", None, ["reap_runs"], {}]


class Touch:
    """What makes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (Path(self.path),))


def _forged(folder: Path, posted: str) -> dict[str, dict[str, bytes]]:
    """Return jobs as RQ keeps them, each of which would make the file of its name, or post."""

    def touch(name: str) -> list[str]:
        return [str(folder / name)]

    def job(*data: Any) -> dict[str, bytes]:
        return {"data": json.dumps(data).encode()}

    hook = {"url": posted, "job_status": "finished", "headers": {}, "timeout": 5}
    called = b"tests.proof.redis.test_queue_writers.called"
    return {
        "pickled": {"data": pickle.dumps(Touch(folder / "pickled"))},
        "meta": job(*HARMLESS) | {"meta": pickle.dumps(Touch(folder / "meta"))},
        "result": job(*HARMLESS) | {"result": pickle.dumps(Touch(folder / "result"))},
        "function": job("os.mkdir", None, touch("function"), {}),
        "imported": job("indexer.jobs.tasks.os.mkdir", None, touch("imported"), {}),
        "borrowed": job("indexer.jobs.tasks.chain", None, [], {}),
        "private": job("indexer.jobs.tasks._trying", None, [], {}),
        "method": job("format", "a text", [], {}),
        "no-name": job(7, None, [], {}),
        "success": job(*HARMLESS) | {"success_callback_name": called},
        "failure": job("none", None, [], {}) | {"failure_callback_name": called},
        "hook": job(*HARMLESS) | {"webhooks": json.dumps([hook]).encode()},
    }


def called(job: Any, *_others: Any) -> None:
    """Stand for what a callback would do."""
    job.connection.set("called", job.id)


def _write(redis: Redis, jobs: Mapping[str, dict[str, Any]]) -> None:
    for name, fields in jobs.items():
        redis.hset(f"rq:job:{name}", mapping={"origin": OPERATOR, "status": "queued"} | fields)
        redis.rpush(f"rq:queue:{OPERATOR}", name)
    redis.sadd("rq:queues", f"rq:queue:{OPERATOR}")


def test_what_is_written_to_redis_runs_no_code(
    own_settings: Settings, clean_redis: str, tmp_path: Path
) -> None:
    own = own_settings.but(redis_url=clean_redis)
    redis = redis_connection(clean_redis)
    folder = tmp_path / "made"
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as hook:
        jobs = _forged(folder, f"http://127.0.0.1:{hook.getsockname()[1]}/")
        _write(redis, jobs)
        with worker(own, "--queues", OPERATOR, "--burst") as process:
            assert process.wait() == 0
        assert select.select([hook], [], [], 0) == ([], [], []), "somebody posts"
    assert redis.get("called") is None
    assert list(folder.iterdir()) == []
    done = {"meta", "result", "success", "hook"}  # harmless but for what they carried
    expected = {name: "finished" if name in done else "failed" for name in jobs}
    assert {name: _state(own, name) for name in jobs} == expected
    assert redis.llen(f"rq:queue:{OPERATOR}") == 0


def _state(own: Settings, job_id: str) -> str:
    job = fetch_job(own, job_id)
    assert job is not None
    return str(job.get_status().value)


def test_what_we_write_to_redis_ourselves_is_json(settings: Settings, clean_redis: str) -> None:
    own = settings.but(redis_url=clean_redis)
    enqueue(own, OPERATOR, "indexer.jobs.tasks.suggest", "https://karoo-cotton.example")
    redis = redis_connection(clean_redis)
    keys = [*redis.scan_iter("rq:job:*")]
    cron = scheduler(own)
    cron.enqueue_jobs()
    keys += [key for key in redis.scan_iter("rq:job:*") if key not in keys]
    assert len(keys) == 1 + len(cron.get_jobs())
    for key in keys:
        data = redis.hget(key, "data")
        assert isinstance(data, bytes)
        assert len(json.loads(zlib.decompress(data))) == 4
