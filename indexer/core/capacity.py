"""How much is done at once: from the machine's cores and the settings, each bound by the others.

A web process sends Elasticsearch SEARCHES_AT_ONCE requests at a time, over half as many wait, and
all others are refused at once; so it is with PostgreSQL, by its connections. Threads are left then
for what needs neither. `docs/scaling.md` has the figures for some machines.
"""

import os

LEAST_PROCESSES, MOST_PROCESSES = 2, 4  # by themselves: each takes some 250 MB, of the app's 2 GB
AT_ONCE = 5  # calls of a process to one server: more at a time do not make two cores faster
SPARE_THREADS = 6


def cores() -> int:
    return len(os.sched_getaffinity(0))


def processes(machine_cores: int) -> int:
    """Return the web processes of a machine of so many cores where none are set."""
    return max(LEAST_PROCESSES, min(MOST_PROCESSES, machine_cores))


def waiting(at_once: int) -> int:
    """Return how many calls may wait for one of so many places: 8 for 5."""
    return -(-at_once * 8 // 5)


def catalogue_at_once(connections: int) -> int:
    """Return how many requests may use PostgreSQL at a time, 5 of 16; edits have the rest."""
    return max(1, connections * AT_ONCE // 16)


def threads(searches: int, connections: int) -> int:
    """Return the threads that a process needs: all that are in or wait for a server, and some."""
    catalogue = catalogue_at_once(connections)
    return searches + waiting(searches) + catalogue + waiting(catalogue) + SPARE_THREADS
