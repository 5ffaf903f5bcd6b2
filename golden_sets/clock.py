"""The time as everything that is kept has it."""

import time


def utc_now() -> str:
    """`2026-01-02T03:04:05Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
