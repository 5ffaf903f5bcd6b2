"""What can be done, in words: each name of an action in the log."""

from golden_sets.language import Spoken, marked

ACTIONS = Spoken(
    {
        "start": marked("started an evaluation"),
        "go on": marked("had an evaluation go on"),
        "cancel": marked("cancelled a job"),
        "let go": marked("left an evaluation that stopped"),
        "vectors": marked("had vectors made"),
        "ran": marked("ran"),
        "declare": marked("declared a protocol"),
        "sealed": marked("ran by a sealed protocol"),
        "decide": marked("decided"),
        "comment": marked("commented"),
        "note": marked("wrote a note"),
        "delete": marked("deleted a run"),
        "restore": marked("brought a run back"),
        "import": marked("imported a run"),
        "create set": marked("made a golden set"),
        "copy set": marked("copied a golden set"),
        "add documents": marked("added documents"),
        "remove document": marked("removed a document"),
        "save question": marked("saved a question"),
        "remove question": marked("removed a question"),
        "restore question": marked("brought a question back"),
        "write candidate": marked("wrote a candidate into decision.toml"),
    }
)
