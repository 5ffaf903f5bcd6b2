"""How a command ends: its exit statuses, and the error of wrong use."""

DONE, WRONG_USE, GATE_NOT_MET = 0, 2, 3


class UsageError(ValueError):
    """Wrong use of the command line; its message is one line for a person."""
