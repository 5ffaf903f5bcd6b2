"""Who does something: a person at the dashboard, or a user of the system at the command line."""

import json
import os
from dataclasses import dataclass

PAGE, COMMAND = "page", "command line"
# What a job's process is told of the person who asked for it.
FOR = "CHUNKBOARD_ACTING_FOR"
LONGEST_NAME, LONGEST_IDENTITY = 60, 320


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts.

    Attributes:
        name: As it is shown; "" of the local person, who gave none.
        identity: What the provider of the login knows the person by, or the system's user; "" where
            nobody signed in, so that the name is only what was typed.
        via: `page` or `command line`.
    """

    name: str = ""
    identity: str = ""
    via: str = PAGE


def system_user() -> Actor:
    """The user whom the process belongs to, whatever its environment says."""
    import pwd

    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # as in a container without that user
        name = f"uid {os.getuid()}"
    return Actor(name, name, COMMAND)


def told(actor: Actor) -> dict[str, str]:
    """The environment in which a process acts for somebody."""
    return {FOR: json.dumps([actor.name, actor.identity])}


def acting() -> Actor:
    """Whom this process acts for: the person who asked for the job, else the system's user."""
    given = os.environ.get(FOR)
    if not given:
        return system_user()
    name, identity = json.loads(given)
    return Actor(str(name), str(identity), PAGE)
