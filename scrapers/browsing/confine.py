"""Starts a browser that can connect to one port alone: its guard's.

`python -IS confine.py PORT PROGRAM ARGUMENTS…`. A page that breaks out of the browser's own sandbox
still reaches neither the database nor anything else by TCP: Linux's Landlock holds it and all that
it starts, without any privilege. On a kernel that lacks it (before 6.7) the browser starts
unconfined, and the guard alone stands before what it loads: a worker reports it (`is_possible`).
The memory limit of the job is lifted, too: a browser reserves far more than it uses.
Python's own library is enough.
"""

import ctypes
import os
import resource
import struct
import sys

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
NET_PORT, CONNECT_TCP = 2, 1 << 1
NET_SINCE = 4  # Landlock's version
PR_SET_NO_NEW_PRIVS = 38


def is_possible() -> bool:
    """Return whether the kernel can hold a process to a port, and lets this one do so."""
    return bool(ctypes.CDLL(None).syscall(CREATE_RULESET, None, 0, 1) >= NET_SINCE)


def confine(port: int) -> bool:
    """Let this process and what it starts connect by TCP to this port alone.

    Returns False where the kernel cannot; raises OSError where it refuses.
    """
    if not is_possible():
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    handled = struct.pack("=QQ", 0, CONNECT_TCP)
    rules = _ok(libc.syscall(CREATE_RULESET, handled, len(handled), 0))
    _ok(libc.syscall(ADD_RULE, rules, NET_PORT, struct.pack("=QQ", CONNECT_TCP, port), 0))
    _ok(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _ok(libc.syscall(RESTRICT_SELF, rules, 0))
    os.close(rules)
    return True


def _ok(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock refuses")
    return result


if __name__ == "__main__":
    confine(int(sys.argv[1]))
    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - what the caller names
