"""Other processes: whether one is there, whether it is the same one, and a lock among them."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds a lock between processes; one that dies lets go."""
    import fcntl

    lock = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _said(pid: int) -> list[str]:
    """What the kernel says of a process, from its state on; empty where it does not say."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return []
    # The name, in brackets, may hold anything; what follows it are one letter and numbers.
    return said.rpartition(")")[2].split()


def born(pid: int) -> str:
    """When the process of this pid began, as the kernel counts it; empty where it does not say.

    After a restart of the machine or its container another process may have a job's pid.
    """
    said = _said(pid)
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""
    return f"{boot} {said[19]}" if len(said) > 19 else ""


def alive(pid: int) -> bool:
    """Whether a process of this pid works; one that is dead and not yet buried does not.

    Nobody buries a job whose server is gone where the container's first process does not.
    """
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _said(pid)[:1] not in (["Z"], ["X"])
