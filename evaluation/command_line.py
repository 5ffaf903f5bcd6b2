"""`python -m evaluation`: one command run, and what went wrong said in a line."""

import os
import sys
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from evaluation.command_parser import parser
from evaluation.faults import error_line
from evaluation.usage import DONE, WRONG_USE, UsageError
from golden_sets.reading import GoldenSetError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status: 0 done, 2 wrong use or unreadable input, 3 a gate
    that is not met."""
    try:
        given = parser().parse_args(arguments)
        from evaluation import commands

        # `import` and `import-run` are no names that a function may have.
        named = {"import": "import_", "import-run": "import_run"}
        command = getattr(commands, named.get(given.command, given.command))
        status: int | None = command(given)
    except BrokenPipeError:
        # The reader has seen enough; nothing more may be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (UsageError, GoldenSetError, ValueError) as error:
        for line in str(error).split("\n"):
            print(f"error: {line}", file=sys.stderr)
        return WRONG_USE
    except (SQLAlchemyError, OSError) as error:
        print(f"error: {error_line(error, getattr(given, 'store', None))}", file=sys.stderr)
        return WRONG_USE
    return DONE if status is None else status
