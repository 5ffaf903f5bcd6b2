"""The command line's grammar: every command and its options."""

import argparse
from pathlib import Path

from evaluation.embedders.choice import AUTO, SPECS
from evaluation.packing import FILLS, REPEATS
from evaluation.settings import DEFAULT_BUDGET, DEFAULT_SIZE, PRESETS, RETRIEVERS
from evaluation.usage import UsageError
from strategies.expansion import EXPANSIONS
from strategies.headers import HEADER_MODES
from strategies.recursive import OWN, SEPARATORS
from strategies.registry import STRATEGIES
from strategies.rules import RULES
from strategies.variant import EXPANSION_TOKENS

DESCRIPTION = (
    "Golden sets, evaluations, and what a store keeps of them; a command's --help says more."
)
SPLITS = ("tune", "decide", "all")
SPLIT = "only the questions to tune on, or to decide on"
SPLITTER = "a splitter of your own as module:name, or a JSONL of exported chunks"


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    made = _Parser(prog="python -m evaluation", description=DESCRIPTION)
    commands = made.add_subparsers(dest="command", required=True, parser_class=_Parser)
    for add in (
        _add_runs,
        _add_check,
        _add_chunks,
        _add_ask,
        _add_vectors,
        _add_kept,
        _add_keeping,
        _add_exchange,
        _add_bills,
        _add_compare,
    ):
        add(commands)
    return made


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _names(text: str) -> list[str]:
    """A list of at least one."""
    if not (found := _list(text)):
        raise argparse.ArgumentTypeError(f"{text!r} lists nothing; allowed is one or more by comma")
    return found


def _separators(text: str) -> list[str]:
    return [text] if text.startswith(OWN) else _list(text)


def _budgets(text: str) -> list[int]:
    try:
        return [int(part) for part in _names(text)]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no count of tokens") from None


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage above it."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(message)


def _add_cutting(command: argparse.ArgumentParser) -> None:
    """The options that both cutting a document and running a golden set take."""
    command.add_argument("--size", type=int, help=f"limit of a chunk, {DEFAULT_SIZE} by default")
    command.add_argument("--unit", choices=["characters", "tokens"])
    command.add_argument("--snap", action="store_true", help="overlap starts at a sentence")
    command.add_argument("--without", type=_list, help=f"rules of structure: {', '.join(RULES)}")
    command.add_argument(
        "--separators",
        type=_separators,
        action="extend",
        help=f"recursive's, strongest first: {', '.join(SEPARATORS)}; or re: and an expression, "
        "which has the option to itself where a comma is in it",
    )
    command.add_argument("--mixed", type=Path, help="the table of the strategy mixed, TOML")
    command.add_argument("--expand", type=_names, help=", ".join(EXPANSIONS))
    command.add_argument(
        "--expand-tokens", type=int, help=f"the most that is added, {EXPANSION_TOKENS} by default"
    )


def _add_model(command: argparse.ArgumentParser) -> None:
    """The options that choose what makes vectors."""
    command.add_argument("--model", default=AUTO, help=f"{SPECS}; auto goes by the language")
    command.add_argument(
        "--force-model", action="store_true", help="minilm even for texts it does not know"
    )


def _add_settings(command: argparse.ArgumentParser) -> None:
    """The options that say what is compared, of a run and of what is checked before it."""
    command.add_argument("--strategies", type=_names, help=", ".join(STRATEGIES))
    _add_cutting(command)
    command.add_argument("--splitter", action="append", default=[], help=SPLITTER)
    command.add_argument("--overlap", type=_names, help="counts or percentages of the size: 0,20%%")
    command.add_argument("--headers", type=_names, help=" or ".join(HEADER_MODES))
    command.add_argument("--retrievers", type=_names, help=", ".join(RETRIEVERS))
    _add_model(command)
    command.add_argument("--budget", type=_budgets, help="context tokens; several by comma")
    command.add_argument("--fill", choices=FILLS)
    command.add_argument(
        "--repeats", choices=REPEATS, help="text that is there already: keep, drop or merge units"
    )
    command.add_argument(
        "--chroma", default="", help="a Chroma server, HOST:PORT; embedded without"
    )
    command.add_argument("--baseline", default="", help="the variant that others are compared with")
    command.add_argument(
        "--key-boost", type=float, default=1.0, help="times the key sections' scores"
    )
    command.add_argument("--diverse", action="store_true", help="maximal marginal relevance")
    command.add_argument("--preset", choices=sorted(PRESETS), help="settings people know")


def _add_runs(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """`run`, with what keeps it and decides by it."""
    run = commands.add_parser("run", help="evaluate a golden set and print what it found")
    run.add_argument("golden_set", help="a folder, or a name under golden_sets/")
    _add_settings(run)
    run.add_argument("--split", choices=SPLITS, default="all", help=SPLIT)
    run.add_argument("--report", type=Path, default=Path("chunking-report.json"))
    run.add_argument("--contexts", type=Path, help="also write every context as spans, JSON Lines")
    run.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")
    run.add_argument(
        "--executor", default="", help="work the variants on a Dask cluster: dask://HOST:PORT"
    )
    _add_decision(run)
    run.add_argument("--job", help=argparse.SUPPRESS)


def _add_decision(run: argparse.ArgumentParser) -> None:
    """The options that turn a run into a decision, and hold it against a gate."""
    run.add_argument("--protocol", type=Path, help="the rules of a decision, TOML; sealed first")
    run.add_argument(
        "--against", default="", help="the run id or report file that [gate] max_lost counts from"
    )
    run.add_argument("--junit", type=Path, help="write the gate and the verdicts as JUnit XML")
    run.add_argument("--summary", type=Path, help="write them as Markdown")


def _add_check(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """`check`."""
    check = commands.add_parser(
        "check", help="read a golden set, and say what a run of it can and cannot show"
    )
    check.add_argument("golden_set", help="a folder, or a name under golden_sets/")
    _add_settings(check)
    check.add_argument("--json", action="store_true", help="the findings, for a program")
    check.add_argument(
        "--lock", action="store_true", help="keep what was read from PDF, DOCX, HTML and CSV"
    )
    check.add_argument(
        "--repair",
        action="store_true",
        help="write the new places of passages that moved, and golden_set.lock.json",
    )


def _add_chunks(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """`chunks`."""
    chunks = commands.add_parser("chunks", help="show how a document is cut")
    chunks.add_argument("document", type=Path)
    chunks.add_argument("--strategy", default="structure", help=", ".join(STRATEGIES))
    _add_cutting(chunks)
    chunks.add_argument("--splitter", help=SPLITTER)
    _add_model(chunks)
    chunks.add_argument("--class", dest="document_class", default="", help="for --strategy mixed")
    chunks.add_argument("--overlap", default="0")
    chunks.add_argument("--headers", choices=HEADER_MODES, default="none")
    chunks.add_argument(
        "--json",
        action="store_true",
        help="a line a chunk, for a program; offsets are of the text as it is read: line ends "
        "as \\n, no byte-order mark",
    )
    chunks.add_argument("--store", type=Path)


def _add_ask(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """`ask`."""
    ask = commands.add_parser("ask", help="say where one question finds its evidence")
    ask.add_argument("golden_set")
    ask.add_argument("--question", default="", help="its text")
    ask.add_argument(
        "--question-file", type=Path, help="a question as a line of questions.jsonl has it"
    )
    ask.add_argument("--size", type=int, default=DEFAULT_SIZE, help="of a chunk, characters")
    ask.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="context tokens")
    _add_model(ask)
    ask.add_argument("--json", action="store_true", help="for a program")
    ask.add_argument("--store", type=Path)
    ask.add_argument("--job", help=argparse.SUPPRESS)


def _add_vectors(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """`vectors`."""
    vectors = commands.add_parser("vectors", help="make the vectors that variants need")
    vectors.add_argument("golden_set", help="a folder, or a name under golden_sets/")
    vectors.add_argument("--variants", type=_names, required=True, help="ids, by comma")
    vectors.add_argument(
        "--cut-only", action="store_true", help="only the sentences that semantic cuts by"
    )
    _add_model(vectors)
    vectors.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")
    vectors.add_argument("--job", help=argparse.SUPPRESS)


def _add_kept(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """The commands that read what runs have kept."""
    decision = commands.add_parser(
        "decision", help="verify seal and results of a run and judge it again, without running it"
    )
    decision.add_argument("golden_set", help="a folder, or a name under golden_sets/")
    decision.add_argument("run", help="the id of a run made with --protocol, or its report file")
    decision.add_argument("--store", type=Path)

    runs = commands.add_parser("runs", help="list the runs in the store")
    runs.add_argument("--question", default="", help="what this one scored in each, a line a score")
    runs.add_argument("--store", type=Path)


def _add_keeping(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """The commands that hold a store to what it says."""
    rerun = commands.add_parser("rerun", help="make a stored run again, and say what differs")
    rerun.add_argument("run", help="the id of a run in the store, or a report file")
    rerun.add_argument("--golden-set", default="", help="its folder, where its name is not enough")
    rerun.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")
    _add_model(rerun)

    archive = commands.add_parser("archive", help="write a stored run, decision and all, to a file")
    archive.add_argument("run", help="the id of a run in the store")
    archive.add_argument("file", type=Path, help="a new .zip, as the page Runs has it too")
    archive.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")

    brought = commands.add_parser("import-run", help="store the run of an archive or a report")
    brought.add_argument("file", type=Path, help="a .zip that archive wrote, or a report file")
    brought.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")

    cite = commands.add_parser("cite", help="print the text that a citation names")
    cite.add_argument("revision", help="of the document, 16 to 64 hexadecimal digits")
    cite.add_argument("start", type=int, help="the first character, from 0")
    cite.add_argument("end", type=int, help="the one after the last")
    cite.add_argument("--store", type=Path)


def _add_exchange(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """The commands that bring golden sets from other formats, and take them there."""
    brought = commands.add_parser("import", help="make a golden set from another format")
    brought.add_argument("format", help="one of the formats that export names")
    brought.add_argument("source", type=Path, help="a file or a folder, as the format has it")
    brought.add_argument("folder", type=Path, help="a new or empty folder for the golden set")
    brought.add_argument("--documents", type=Path, help="for ragas and spreadsheet")

    taken = commands.add_parser("export", help="write a golden set in another format")
    taken.add_argument("format", help="chroma, squad, cuad, legalbench, beir, ragas, spreadsheet")
    taken.add_argument("golden_set")
    taken.add_argument("target", type=Path, help="a new file or folder, as the format has it")


def _add_bills(commands: "argparse._SubParsersAction[_Parser]") -> None:
    bills = commands.add_parser(
        "bills",
        help="what each step of overlap, and headers, adds to an index and to what is found",
    )
    bills.add_argument("golden_set", help="a folder, or a name under golden_sets/")
    bills.add_argument("--strategies", type=_names, help=", ".join(STRATEGIES))
    bills.add_argument("--steps", type=_names, help="of overlap, from 0; 0,10%%,20%%,30%%,40%%")
    bills.add_argument("--size", type=int, help=f"limit of a chunk, {DEFAULT_SIZE} by default")
    bills.add_argument("--unit", choices=["characters", "tokens"])
    bills.add_argument("--retrievers", type=_names, help=", ".join(RETRIEVERS))
    bills.add_argument("--budget", type=_budgets, help="context tokens; several by comma")
    bills.add_argument("--split", choices=SPLITS, help=f"{SPLIT}; tune where the set has a split")
    bills.add_argument("--price", help="of a million embedding tokens, 0.13 or 0.13EUR")
    bills.add_argument("--json", type=Path, help="also write the bills, for a program")
    bills.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")
    _add_model(bills)


def _add_compare(commands: "argparse._SubParsersAction[_Parser]") -> None:
    compare = commands.add_parser("compare", help="two runs of the same questions, one by one")
    compare.add_argument("before", help="the id of a run in the store, or a report file")
    compare.add_argument("after", help="likewise")
    compare.add_argument("--variant", type=_list, help="ids; A=B pairs two different ones")
    compare.add_argument("--retriever", type=_names, help=", ".join(RETRIEVERS))
    compare.add_argument("--budget", type=_budgets, help="context tokens; several by comma")
    compare.add_argument("--json", type=Path, help="also write the comparison, for a program")
    compare.add_argument("--store", type=Path, help="folder of vectors and runs; .chunkboard")
