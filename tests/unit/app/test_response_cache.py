"""Finished answers: by generation, in flights, bounded in bytes."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from app.live.response_cache import ENTRY_BYTES, MOST_WAITING, CachedResponse, ResponseCache

PATIENCE_S = 30.0


class Now:
    """The generation that a test is in."""

    def __init__(self) -> None:
        self.generation: int | None = 1

    def __call__(self) -> int | None:
        return self.generation


class Kitchen:
    """Makes numbered answers, each when it is let."""

    def __init__(self) -> None:
        self.calls = 0
        self.begun = threading.Semaphore(0)
        self.let = threading.Event()

    def quick(self) -> CachedResponse:
        self.calls += 1
        return CachedResponse(b"%d" % self.calls)

    def slow(self) -> CachedResponse:
        self.begun.release()
        assert self.let.wait(PATIENCE_S)
        return self.quick()


def test_an_answer_is_given_again_until_something_changes() -> None:
    now, kitchen = Now(), Kitchen()
    kept = ResponseCache(100_000, now)
    assert [kept.get("a", 1, kitchen.quick)[1] for _ in range(3)] == [False, True, True]
    now.generation = 2
    answer, was_kept = kept.get("a", 1, kitchen.quick)
    assert (answer.body, was_kept) == (b"2", False)


def test_what_was_made_while_something_changed_is_not_kept() -> None:
    now, kitchen = Now(), Kitchen()
    kept = ResponseCache(100_000, now)

    def make() -> CachedResponse:
        now.generation = 2
        return kitchen.quick()

    kept.get("a", 1, make)
    assert not kept.get("a", 1, kitchen.quick)[1]
    assert kept.bytes > 0


def test_equal_questions_at_the_same_moment_are_one_flight() -> None:
    kitchen = Kitchen()
    kept = ResponseCache(100_000, Now())
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(kept.get, "a", 1, kitchen.slow) for _ in range(4)]
        assert kitchen.begun.acquire(timeout=PATIENCE_S)
        kitchen.let.set()
        answers = {future.result(PATIENCE_S)[0].body for future in asked}
    assert (kitchen.calls, answers) == (1, {b"1"})


def test_few_wait_for_anothers_answer_and_the_others_ask_themselves() -> None:
    """A search that hangs must not take a thread for each visitor who asks the same."""
    kitchen = Kitchen()
    kept = ResponseCache(100_000, Now())
    most = 1 + MOST_WAITING
    with ThreadPoolExecutor(most + 2) as pool:
        asked = [pool.submit(kept.get, "a", 1, kitchen.slow) for _ in range(most + 2)]
        for _ in range(3):  # the first, and the two for whom there is no place to wait
            assert kitchen.begun.acquire(timeout=PATIENCE_S)
        kitchen.let.set()
        for future in asked:
            future.result(PATIENCE_S)
    assert kitchen.calls == 3


def test_whoever_asks_after_a_change_waits_for_no_flight_from_before() -> None:
    now, kitchen = Now(), Kitchen()
    kept = ResponseCache(100_000, now)
    with ThreadPoolExecutor(1) as pool:
        before = pool.submit(kept.get, "a", 1, kitchen.slow)
        assert kitchen.begun.acquire(timeout=PATIENCE_S)
        now.generation = 2
        assert kept.get("a", 1, kitchen.quick)[0].body == b"1"
        kitchen.let.set()
        assert before.result(PATIENCE_S)[0].body == b"2"
    assert kept.get("a", 1, kitchen.quick)[0].body == b"1"


def test_all_answers_together_stay_within_the_bytes_and_the_oldest_go() -> None:
    most = 40 * (ENTRY_BYTES + 1000)
    kept = ResponseCache(most, Now())
    for number in range(200):
        kept.get(number, 500, lambda: CachedResponse(b"x" * 500))
        assert kept.bytes <= most
    assert kept.get(199, 500, lambda: CachedResponse(b""))[1]
    assert not kept.get(0, 500, lambda: CachedResponse(b""))[1]
    kept.get("huge", 1, lambda: CachedResponse(b"x" * most))  # it would push out all others
    assert kept.get(199, 500, lambda: CachedResponse(b""))[1]
