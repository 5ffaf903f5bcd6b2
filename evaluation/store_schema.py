"""Every table of the store, as this version of the program reads and writes it.

A table, a column or an index is added in two places: its definition here, and one file beside
`migrations/versions/r0001_tables.py` that makes it in a store that is there, named by the next
number and with `down_revision` set to the number before. `tests/evaluation/test_migrations.py`
fails while the two differ, on SQLite or on PostgreSQL, and while the numbers are no single line.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

RUNS = Table(
    "runs",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False, index=True),
    Column("golden_set", String(200), nullable=False, index=True),
    Column("digest", String(64), nullable=False),
    Column("report", LargeBinary, nullable=False),
    # When it came from elsewhere, UTC, which may be long after it was made; null if made here.
    Column("imported", String(32)),
    # Higher in a run that came later; of two that came in the same moment it may be the same.
    Column("number", Integer, index=True),
)
# One row for all questions of a variant, retriever and budget.
CONTEXTS = Table(
    "contexts",
    METADATA,
    Column("run", String(32), ForeignKey("runs.id"), primary_key=True),
    Column("result", Text, primary_key=True),
    Column("contexts", LargeBinary, nullable=False),
)
# What the report holds by question, as rows; the view `score_rows` joins the two. The report is
# what is read back: it holds more, and goes out as it came in.
RESULTS = Table(
    "results",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("run", String(32), ForeignKey("runs.id"), nullable=False, index=True),
    Column("variant", Text, nullable=False),
    Column("retriever", String(32), nullable=False),
    Column("budget_tokens", BigInteger, nullable=False),
)
SCORES = Table(
    "scores",
    METADATA,
    Column("result", Integer, ForeignKey("results.number"), primary_key=True, autoincrement=False),
    Column("question", Text, primary_key=True),
    Column("outcome", String(32)),
    Column("hit", Float),
    Column("complete", Float),
    Column("document_hit", Float),
    Column("rank", Integer),
    Column("document_rank", Integer),
    sqlite_with_rowid=False,
)
# The texts that runs cut, each once whatever it is called, so that a citation of a document that
# has changed since, or is gone, still resolves.
DOCUMENTS = Table(
    "documents",
    METADATA,
    Column("revision", String(64), primary_key=True),
    Column("document", Text, nullable=False),
    Column("text", LargeBinary, nullable=False),
)
# Made with the run, or when it is first listed; `version` tells one that an earlier version made.
BRIEFS = Table(
    "run_briefs",
    METADATA,
    Column("run", String(32), primary_key=True),
    Column("version", String(8), nullable=False, primary_key=True),
    Column("brief", Text, nullable=False),
)
# No foreign keys: a mark is one row more, and never keeps a run from being written.
NOTES = Table(
    "run_notes",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("run", String(32), nullable=False, index=True),
    Column("written", String(32), nullable=False),
    Column("note", Text, nullable=False),
    # Who is said to have written one that came from elsewhere, and when it came; of one written
    # here the log has the writer.
    Column("who", String(60)),
    Column("imported", String(32)),
)
DELETED = Table(
    "deleted_runs",
    METADATA,
    Column("run", String(32), primary_key=True),
    Column("deleted", String(32), nullable=False),
)
SEALS = Table(
    "seals",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("sealed", String(32), nullable=False, index=True),
    Column("golden_set", String(200), nullable=False, index=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("seal", LargeBinary, nullable=False),
)
DECIDED = Table(
    "decided_runs",
    METADATA,
    Column("run", String(32), primary_key=True),
    Column("created", String(32), nullable=False, index=True),
    Column("seal", String(64), nullable=False, index=True),
    Column("results", String(64), nullable=False),
    Column("verdicts", LargeBinary, nullable=False),
)
# Seal and sum that came with a run decided elsewhere. They are none of `seals` and `decided_runs`:
# whoever makes an archive can date them as they please.
IMPORTED_DECISIONS = Table(
    "imported_decisions",
    METADATA,
    Column("run", String(32), primary_key=True),
    Column("imported", String(32), nullable=False),
    Column("record", LargeBinary, nullable=False),
)
DECISION_LOG = Table(
    "decision_log",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("run", String(64), nullable=False, index=True),
    Column("seal", String(64), nullable=False),
    Column("made", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("who", String(60), nullable=False),
    Column("action", String(16), nullable=False),
    Column("candidate", String(300), nullable=False),
    Column("retriever", String(32), nullable=False),
    Column("departs", Integer, nullable=False),
    Column("words", Text, nullable=False),
    # When it came with a run from elsewhere, UTC; null if it was said here.
    Column("imported", String(32)),
)
# This and the one above are only added to: triggers refuse anything else.
ACTION_LOG = Table(
    "action_log",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("made", String(32), nullable=False, index=True),
    Column("who", String(60), nullable=False),
    Column("identity", String(320), nullable=False),
    Column("via", String(16), nullable=False),
    Column("action", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("object", String(300), nullable=False, index=True),
    Column("golden_set", String(200), nullable=False),
    Column("details", Text, nullable=False),
)
VECTORS = Table(
    "vectors",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)


def storable(words: str) -> str:
    """The words without what is no text to PostgreSQL: a surrogate, a zero byte."""
    return words.encode("utf-8", "replace").decode().replace("\0", "")
