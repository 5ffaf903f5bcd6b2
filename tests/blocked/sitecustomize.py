"""On the path of a process, and so of every process it starts: no call leaves the machine.

What would leave is written to the file that `CALLS` names, and refused. It hears what Python's own
sockets are asked for, names looked up included; an engine in C with sockets of its own it does not.
"""

import os
import sys

_LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
_CALLS = ("socket.connect", "socket.sendto", "socket.sendmsg")
_HERE = ("127.0.0.1", "::1", "localhost", "", None)


def _host(event, arguments):
    """Where it goes; None of what stays here."""
    if event in _LOOK_UPS:
        return arguments[0]
    address = arguments[1]
    # A socket of the file system has a path for an address.
    return address[0] if isinstance(address, tuple) else None


def refuse(event, arguments):
    if event not in _LOOK_UPS and event not in _CALLS:
        return
    host = _host(event, arguments)
    host = host.decode() if isinstance(host, bytes) else host
    if host not in _HERE:
        with open(os.environ["CALLS"], "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(f"{event} {host} by {' '.join(sys.orig_argv)[:200]}\n")
        raise PermissionError(f"{event} {host}: leaves the machine")


sys.addaudithook(refuse)
