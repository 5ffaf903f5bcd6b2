"""What each command of the command line does."""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from evaluation.acts import log_seal, ran_row
from evaluation.bills import bills as bills_of
from evaluation.bills_command import bills_settings
from evaluation.bills_table import print_bills
from evaluation.checks.finding import stored
from evaluation.chroma import check_server
from evaluation.citation import cited
from evaluation.cluster import check_address as check_cluster
from evaluation.cluster import executor_at, refuse_own_splitters
from evaluation.command_settings import check_options, cutting_of, settings_of
from evaluation.compare_command import compared_runs, read_run
from evaluation.compare_table import print_comparison
from evaluation.cut_view import chunk_lines, print_cut
from evaluation.database import open_store, store_folder
from evaluation.decided_store import decided_row
from evaluation.decision_commands import (
    begin_kept,
    concluded,
    declared,
    print_again,
    refuse_without_protocol,
)
from evaluation.embedders.choice import check_spec, make_embedder, sample_of
from evaluation.embedding import Embedder
from evaluation.exchange_commands import export_lines, import_lines
from evaluation.given_files import check_apart, outputs
from evaluation.jobs import write_json
from evaluation.notes import evidence_notes
from evaluation.passages_view import passage_lines
from evaluation.preflight import preflight
from evaluation.preflight_table import print_preflight
from evaluation.price import DEFAULT, parse_price
from evaluation.progress import JobListener, Listener, TerminalListener
from evaluation.run import evaluate
from evaluation.run_scores import RunScores, score_lines
from evaluation.settings import RunSettings
from evaluation.store import Contexts, RunStore
from evaluation.tables import print_report
from evaluation.usage import UsageError
from evaluation.vectors import VectorTable
from golden_sets.files import naming
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set
from golden_sets.reading import read_document
from golden_sets.text_lock import LOCK, write_lock
from strategies.adapter.adapted import Adapted
from strategies.adapter.exported import check_documents
from strategies.adapter.loading import load_splitter
from strategies.registry import Strategy
from strategies.tools import Tools
from strategies.variant import EXPANSION_TOKENS, Variant

Beside = list[tuple[dict[str, Any], Contexts]]
# The golden set's own table for the strategy `mixed`, where none is given.
MIXED = "mixed.toml"


def _console() -> Console:
    # A file or a pipe gets whole rows, not rows folded at 80 columns.
    plain = Console(markup=False, highlight=False)
    return plain if plain.is_terminal else Console(markup=False, highlight=False, width=200)


def _writable(path: Path) -> None:
    """Refuses a path that cannot be written, before any work is done for it."""
    folder = path.resolve().parent
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; give the path of a file")
    if not folder.is_dir():
        raise UsageError(f"{path}: there is no folder {folder}")
    try:
        # Permissions do not tell all: a file is really made, and goes at once.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None


def _asked(given: argparse.Namespace) -> tuple[GoldenSet, RunSettings]:
    """The golden set and the settings that the options name."""
    folder = find_golden_set(given.golden_set)
    if given.mixed is None and "mixed" in (given.strategies or ()) and (folder / MIXED).is_file():
        given.mixed = folder / MIXED
    settings = settings_of(given)
    golden = load_golden_set(folder)
    for variant in settings.variants:
        if isinstance(variant.strategy, Adapted):
            check_documents(variant.strategy, golden.documents)
    return golden, settings


def _of_split(golden: GoldenSet, split: str) -> GoldenSet:
    return golden if split == "all" else golden.of_split(split)


def _model(given: argparse.Namespace, golden: GoldenSet, settings: RunSettings) -> Embedder | None:
    """The model that the options name, None where the run has no use for one."""
    if not settings.needs_vectors:
        check_spec(given.model)
        return None
    embedder = make_embedder(given.model, sample_of(golden), given.force_model)
    _ = embedder.revision  # a server that does not answer is said before any work is done
    return embedder


def run(given: argparse.Namespace) -> int | None:
    """Evaluates a golden set, prints its tables, and writes the report; by a protocol it also
    decides, and gives the exit status of its gate."""
    golden, settings = _to_run(given)
    decision = declared(given, golden, settings, make_embedder)
    settings = decision.settings if decision else settings
    if settings.key_boost != 1 and not golden.key:
        raise UsageError(f"--key-boost: {golden.name} names no key sections; [key] headings does")
    if not golden.answerable:
        raise UsageError(f"{golden.name}: no answerable question; nothing to evaluate")
    # A decision is asked again under other retrievers, of which some take vectors.
    model = make_embedder(given.model, sample_of(golden), given.force_model) if decision else None
    embedder = model or _model(given, golden, settings)
    store = store_folder(given.store)
    if given.executor:
        refuse_own_splitters(settings.variants)
    if settings.chroma_server:
        check_server(settings.chroma_server)
    engine = open_store(store)
    against = decision.against(engine, model) if decision and model else None
    seal = decision.seal(engine, model) if decision and model else None
    if seal:
        log_seal(engine, seal, golden.name)
    listener: Listener = TerminalListener()
    if given.job:
        listener = JobListener(store / "jobs" / given.job, given.job, given.golden_set)
    vectors = VectorTable(engine)
    with listener, executor_at(given.executor, vectors) as executor:
        report, contexts = evaluate(golden, settings, embedder, vectors, listener, executor)
        beside: Beside = []
        if decision and seal and model:
            decision.executor = executor
            report, beside = decision.decide(report, seal, model, engine, listener)
        kept = decided_row(report) if decision else None
        listener.saving(report["run"]["id"])
        RunStore(engine).save(
            report, contexts, golden.documents, kept, beside=beside, log=ran_row(report)
        )
        _write_files(given, report, contexts, store)
        listener.finished(report["run"]["id"])
    if not given.job:
        print_report(report, _console())
        _console().print(f"Report: {given.report}. Run {report['run']['id']} is in {store}.")
    return (
        concluded(given, report, seal, against, None if given.job else _console()) if seal else None
    )


def _to_run(given: argparse.Namespace) -> tuple[GoldenSet, RunSettings]:
    """What is to be run, once all that can be refused by the options alone has been."""
    refuse_without_protocol(given)
    check_apart(given)
    for path in outputs(given).values():
        _writable(path)
    begin_kept(given)
    if given.executor:
        check_cluster(given.executor)
    golden, settings = _asked(given)
    if given.protocol and given.split != "all":
        raise UsageError("--split: a protocol decides by the questions to decide on")
    return _of_split(golden, given.split), settings


def _write_files(
    given: argparse.Namespace, report: dict[str, Any], contexts: Contexts, store: Path
) -> None:
    """The report and the contexts of a run that is stored already."""
    try:
        if given.contexts:
            _write_lines(given.contexts, [row for rows in contexts.values() for row in rows])
        if not given.job:
            write_json(given.report, report)
    except OSError:
        # Or it would be made again for a file's sake.
        print(
            f"Run {report['run']['id']} is kept in {store}; a file beside it is not:",
            file=sys.stderr,
        )
        raise


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with naming(path), draft.open("w", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def check(given: argparse.Namespace) -> None:
    """Says of every passage whether it stands, what is in a golden set and what a run can show."""
    console = _console()
    if not given.json:
        for line in passage_lines(find_golden_set(given.golden_set), given.repair):
            console.print(line, soft_wrap=True)
    golden, settings = _asked(given)
    # Made by force, for what it cannot read is told here, not refused.
    embedder = None
    if settings.needs_vectors:
        embedder = make_embedder(given.model, sample_of(golden), True)
    else:
        check_spec(given.model)
    found = stored(preflight(golden, settings, embedder))
    if given.json:
        print(json.dumps({"name": golden.name, "digest": golden.digest, "preflight": found}))
        return
    for line in [*_described(golden), *_read(golden)]:
        console.print(line)
    print_preflight(found, console)
    if given.lock:
        folder = find_golden_set(given.golden_set)
        console.print(f"{folder / LOCK}: the text of {write_lock(folder, golden.reading)} files")


def _described(golden: GoldenSet) -> list[str]:
    characters = sum(len(document.text) for document in golden.documents)
    passages = [p for q in golden.questions for alternative in q.evidence for p in alternative]
    lines = [
        f"{golden.name}: {len(golden.documents)} documents, {characters:,} characters; "
        f"{len(golden.questions)} questions; every one of {len(passages)} passages stands"
    ]
    classes = sorted({d.document_class for d in golden.documents})
    for name in classes:
        documents = [d for d in golden.documents if d.document_class == name]
        asked = [q for q in golden.questions if q.question_class == name]
        lines.append(f"  {name or 'no class'}: {len(documents)} documents, {len(asked)} questions")
    for kind in ("single", "multi_hop", "unanswerable"):
        same = [q for q in golden.questions if q.kind == kind]
        tune = sum(q.split == "tune" for q in same)
        decide = sum(q.split == "decide" for q in same)
        lines.append(f"  {kind}: {len(same)} questions, {tune} to tune on, {decide} to decide on")
    context = sum(any(p.role == "context" for a in q.evidence for p in a) for q in golden.questions)
    lines.append(f"  {context} questions need a context passage")
    return lines + evidence_notes(golden.whole, golden.unconfirmed)


def _read(golden: GoldenSet) -> list[str]:
    """Files by format, then a line for each file that is not plainly read as it is."""
    formats = Counter(report.format for report in golden.reading if not report.problem)
    lines = ["  read: " + ", ".join(f"{n} {name}" for name, n in sorted(formats.items()))]
    for report in golden.reading:
        if report.problem or report.notes:
            lines += report.lines
    return lines


def chunks(given: argparse.Namespace) -> None:
    """Prints one document as a strategy cuts it."""
    if len(given.expand or ()) > 1:
        raise UsageError("chunks shows one expansion at a time")
    if given.splitter:
        strategy: Strategy = load_splitter(given.splitter)
    else:
        check_options(given, [given.strategy])
        if given.document_class and given.strategy != "mixed":
            raise UsageError("--class is for the strategy mixed")
        cutting = replace(
            cutting_of(given), overlap=given.overlap, without=tuple(given.without or ())
        )
        strategy = cutting.strategy(given.strategy)
    expansion: Any = given.expand[0] if given.expand else "none"
    tokens = EXPANSION_TOKENS if given.expand_tokens is None else given.expand_tokens
    variant = Variant(strategy, given.headers, expansion, tokens)
    document = read_document(given.document, given.document.name, given.document_class)

    def embed(texts: Any) -> Any:
        table = VectorTable(open_store(store_folder(given.store)))
        embedder = make_embedder(given.model, [[document.text]], given.force_model)
        return table.vectors_for(embedder, texts)

    tools = Tools(embed)
    made = variant.cut([document], tools)
    if given.json:
        for line in chunk_lines(made):
            print(line)
    else:
        print_cut(document, made, _console())
    if not made:
        print(f"{given.document}: no text to cut", file=sys.stderr)
    for lost in tools.unaligned.get((variant.strategy_name, document.id), ()):
        print(
            f"not aligned: piece {lost.index}, {lost.reason}: {lost.text[:60]!r}", file=sys.stderr
        )


def ask(given: argparse.Namespace) -> None:
    """Prints what BM25 and vectors find for one question."""
    from evaluation.ask_command import ask_and_print

    ask_and_print(given, _console())


def vectors(given: argparse.Namespace) -> None:
    """Makes the vectors that variants need."""
    from evaluation.tune_vectors import make_vectors

    make_vectors(given)


def decision(given: argparse.Namespace) -> None:
    """Prints the decision of a stored run or of a report file, verified against the store."""
    golden = load_golden_set(find_golden_set(given.golden_set))
    report = read_run(given.run, given.store)
    print_again(report, golden, open_store(store_folder(given.store)), _console())


def runs(given: argparse.Namespace) -> None:
    """Lists the runs in the store, the newest first, or what one question scored in them."""
    engine = open_store(store_folder(given.store))
    found = RunStore(engine).runs()
    console = _console()
    if given.question:
        rows = list(RunScores(engine).of_question(given.question, [row.id for row in found]))
        for line in score_lines(rows):
            console.print(line, soft_wrap=True)
        if not rows:
            console.print(f"No run of this store has scored a question {given.question!r}.")
        return
    for row in found:
        console.print(f"{row.id}  {row.created}  {row.golden_set}  {row.digest[:12]}")
    if not found:
        console.print("No runs yet; python -m evaluation run handbook makes the first.")


def rerun(given: argparse.Namespace) -> int:
    """Makes a stored run again, and says what came out otherwise."""
    from evaluation.rerun_command import rerun_and_print

    return rerun_and_print(given, _console())


def archive(given: argparse.Namespace) -> None:
    """Writes a stored run to one file."""
    from evaluation.archive_commands import archive_line

    _console().print(archive_line(given), soft_wrap=True)


def import_run(given: argparse.Namespace) -> None:
    """Stores the run of an archive or of a report file."""
    from evaluation.archive_commands import import_run_line

    _console().print(import_run_line(given), soft_wrap=True)


def cite(given: argparse.Namespace) -> None:
    """Prints the text between two places of a document's revision."""
    engine = open_store(store_folder(given.store))
    found = cited(engine, given.revision, (given.start, given.end))
    print(found.told, file=sys.stderr)
    print(found.text)


def import_(given: argparse.Namespace) -> None:
    """Makes a golden set from another format, and says what was wrong with it."""
    for line in import_lines(given):
        _console().print(line, soft_wrap=True)


def export(given: argparse.Namespace) -> None:
    """Writes a golden set in another format, and says what that cannot hold."""
    for line in export_lines(given):
        _console().print(line, soft_wrap=True)


def bills(given: argparse.Namespace) -> None:
    """Evaluates a golden set at every step of overlap and with headers, and prints the bills."""
    settings = bills_settings(given)
    price = DEFAULT if given.price is None else parse_price(given.price)
    golden = load_golden_set(find_golden_set(given.golden_set))
    tune = any(question.split == "tune" for question in golden.answerable)
    golden = _of_split(golden, given.split or ("tune" if tune else "all"))
    if not golden.answerable:
        raise UsageError(f"{golden.name}: no answerable question; nothing to evaluate")
    embedder = _model(given, golden, settings)
    if given.json:
        _writable(given.json)
    engine = open_store(store_folder(given.store))
    with TerminalListener() as listener:
        report, contexts = evaluate(golden, settings, embedder, VectorTable(engine), listener)
    RunStore(engine).save(report, contexts, golden.documents, log=ran_row(report))
    found = bills_of(report, golden, price)
    print_bills(found, _console())
    if given.json:
        write_json(given.json, found.stored())
    _console().print(f"Run {report['run']['id']} is in {store_folder(given.store)}.")


def compare(given: argparse.Namespace) -> None:
    """Prints what changed from one run to another, question by question."""
    if given.json:
        _writable(given.json)
    found = compared_runs(given)
    print_comparison(found, _console())
    if given.json:
        write_json(given.json, found.stored())
