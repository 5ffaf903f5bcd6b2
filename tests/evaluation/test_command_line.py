"""The commands as a person or a program runs them: status, output, nothing half-written."""

import json
import re
import time
from pathlib import Path

import pytest

from evaluation.command_line import main
from evaluation.comparison_table import comparison_table
from evaluation.database import open_store
from evaluation.progress import Listener, Pace
from evaluation.run import evaluate
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.tables import header_table, hit_table
from evaluation.vectors import VectorTable
from golden_sets.golden_set import load_golden_set
from tests.evaluation.hash_embedder import HashEmbedder, hash_embedder
from tests.evaluation.small import write_small


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    return str(write_small(tmp_path / "small"))


def run(small, *more):
    return main(["run", small, "--store", "store", "--size", "120", "--budget", "60", *more])


def test_run_prints_four_tables_and_writes_the_report(small, tmp_path, capsys):
    assert run(small, "--contexts", "contexts.jsonl") == 0
    out = capsys.readouterr().out
    for title in ("Chunks", "Hit rate under the budget", "Before and after headers", "Overlap,"):
        assert title in out
    report = json.loads((tmp_path / "chunking-report.json").read_text())
    assert {v["strategy"] for v in report["variants"]} == {
        "fixed",
        "recursive",
        "structure",
        "parent_child",
        "semantic",
    }
    contexts = [json.loads(x) for x in (tmp_path / "contexts.jsonl").read_text().splitlines()]
    results = sum(len(variant["results"]) for variant in report["variants"])
    assert len(contexts) == 3 * results
    assert all(sum(u["tokens"] for u in row["units"]) <= 60 for row in contexts)
    assert all(len(row["units"]) <= row["ranked"] <= 200 for row in contexts)
    children = [u for row in contexts for u in row["units"] if "matched" in u]
    assert children, "parents are read where a child of theirs is found"
    for unit in children:
        (read,) = unit["spans"]
        assert all(read[0] <= start < end <= read[1] for start, end in unit["matched"])


def test_two_runs_are_equal_but_for_id_time_and_durations(small, tmp_path):
    texts = []
    for name in ("a.json", "b.json"):
        assert run(small, "--report", name) == 0
        report = json.loads((tmp_path / name).read_text())
        del report["run"]["id"], report["run"]["created"]
        for variant in report["variants"]:
            for measured in ("seconds", "query_ms", "embedded_now"):
                del variant["index"][measured]
        texts.append(json.dumps(report))
    assert texts[0] == texts[1]


def test_a_run_is_in_the_store(small, capsys):
    assert run(small) == 0
    capsys.readouterr()
    assert main(["runs", "--store", "store"]) == 0
    assert "small" in capsys.readouterr().out


def test_check_says_what_is_in_a_golden_set(small, capsys):
    assert main(["check", small]) == 0
    out = capsys.readouterr().out
    assert "2 documents" in out and "3 questions" in out and "4 passages" in out


def test_chunks_as_json_lines_are_spans_of_the_document(small, capsys):
    path = f"{small}/documents/leave.md"
    assert main(["chunks", path, "--size", "80", "--headers", "path", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    text = Path(path).read_text()
    assert text[slice(*rows[0]["matched"][0])].startswith("# Leave")
    assert rows[0]["next"] == rows[1]["id"]


def test_chunks_for_a_person_show_every_word(small, capsys):
    assert main(["chunks", f"{small}/documents/leave.md", "--size", "80"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "7.1 Staff get 28 days of leave a year." in out


def rows_of(capsys, *arguments):
    assert main(["chunks", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_rule_can_be_switched_off(small, capsys):
    path = f"{small}/documents/leave.md"
    whole = rows_of(capsys, path, "--size", "70")
    bare = rows_of(capsys, path, "--size", "70", "--without", "headings,numbers,bonds,joins")
    assert [row["matched"] for row in whole] != [row["matched"] for row in bare]


def test_what_expansion_adds_is_told_apart(small, capsys):
    path = f"{small}/documents/leave.md"
    rows = rows_of(capsys, path, "--size", "60", "--expand", "neighbours")
    assert rows[0]["added"] and rows[0]["read"] == rows[0]["matched"]
    assert main(["chunks", path, "--size", "60", "--expand", "neighbours"]) == 0


def test_mixed_cuts_by_the_class(small, tmp_path, capsys):
    table = tmp_path / "mixed.toml"
    table.write_text('[policy]\nstrategy = "fixed"\nsize = 50\n')
    given = [f"{small}/documents/leave.md", "--strategy", "mixed", "--mixed", str(table)]
    assert (
        len(rows_of(capsys, *given, "--class", "policy"))
        == len(Path(given[0]).read_text()) // 50 + 1
    )
    assert len(rows_of(capsys, *given)) == 1


def test_a_splitter_of_ones_own(small, tmp_path, monkeypatch, capsys):
    (tmp_path / "mine_for_chunkboard.py").write_text(
        "def halves(text):\n"
        "    return [text[: len(text) // 2], text[len(text) // 2 :], 'made up']\n"
    )
    path = f"{small}/documents/leave.md"
    assert main(["chunks", path, "--splitter", "mine_for_chunkboard:halves", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert "not aligned: piece 2" in err and "'made up'" in err
    assert run(small, "--strategies", "fixed", "--splitter", "mine_for_chunkboard:halves") == 0
    out = capsys.readouterr().out
    assert "halves" in out and "2 pieces stand nowhere in their documents" in out


def test_an_exported_index_must_be_of_these_documents(small, tmp_path, capsys):
    export = tmp_path / "index.jsonl"
    rows = [{"document": name, "text": "x"} for name in ("leave.md", "limits.md", "other.md")]
    export.write_text("\n".join(map(json.dumps, rows)))
    assert run(small, "--strategies", "fixed", "--splitter", str(export)) == 2
    error = capsys.readouterr().err
    assert "index.jsonl:3" in error and "other.md" in error and error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--overlap", "100%"], "overlap 120; allowed is 0 to below the size of 120"),
        (["--overlap", "much"], "overlap 'much'; allowed is a count or a percentage"),
        (["--strategies", "clever"], "unknown strategy 'clever'; allowed are fixed"),
        (["--budget", "0"], "budget 0; allowed is at least 1 token"),
        (["--budget", ","], "--budget: ',' lists nothing; allowed is one or more"),
        (["--retrievers", ","], "--retrievers: ',' lists nothing; allowed is one or more"),
        (["--budget", "60,60"], "budget 60 is listed twice; allowed is once"),
        (["--retrievers", "bm25,bm25"], "retriever 'bm25' is listed twice; allowed is once"),
        (["--key-boost", "inf"], "key boost inf; allowed is a finite number of at least 1"),
        (["--key-boost", "nan"], "key boost nan; allowed is a finite number of at least 1"),
        (["--chroma", "localhost"], "chroma server 'localhost'; allowed is HOST:PORT"),
        (["--chroma", "http://localhost:1"], "'http://localhost:1'; allowed is HOST:PORT"),
        (["--chroma", "localhost:1"], "--chroma is for the retriever chroma"),
        (["--budget", "x"], "'x' is no count of tokens"),
        (["--retrievers", "web"], "unknown retriever 'web'; allowed are bm25"),
        (["--headers", "all"], "headers 'all'; allowed are none, path"),
        (["--preset", "lab"], "--size does not go with --preset"),
        (["--report", "no/such/folder.json"], "there is no folder"),
        (["--report", "."], "is a folder"),
        (["--report", "/proc/report.json"], "/proc/report.json: cannot be written"),
        (["--contexts", "no/such/c.jsonl"], "there is no folder"),
        (["--without", "luck"], "unknown rule 'luck'; allowed are headings"),
        (["--separators", "tab"], "unknown separator 'tab'; allowed are blank line"),
        (["--separators", "re:("], "is no regular expression"),
        (["--expand", "all"], "expansion 'all'; allowed are none, parent"),
        (
            ["--expand", "parent", "--expand-tokens", "0"],
            "expansion tokens 0; allowed is at least 1",
        ),
        (["--expand-tokens", "9"], "--expand-tokens is for --expand"),
        (["--strategies", "fixed", "--snap"], "--snap is for parent_child, recursive"),
        (["--strategies", "fixed", "--without", "bonds"], "--without is for parent_child"),
        (["--strategies", "fixed", "--separators", "space"], "--separators is for recursive"),
        (["--mixed", "mixed.toml", "--strategies", "fixed"], "--mixed is for the strategy mixed"),
        (["--strategies", "mixed"], "mixed needs a table of document classes"),
        (["--mixed", "no.toml", "--strategies", "mixed"], "no.toml: No such file"),
        (["--splitter", "no_such_module:x"], "no_such_module"),
        (["--wrong"], "unrecognized arguments: --wrong"),
    ],
)
def test_wrong_use_is_one_line_status_2_and_writes_nothing(
    small, tmp_path, capsys, arguments, message
):
    assert run(small, *arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not (tmp_path / "chunking-report.json").exists()
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize("name", ["nowhere", "store"])
def test_a_golden_set_that_is_not_there(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "store").mkdir()
    assert main(["run", name]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_empty_document_has_no_rows(small, tmp_path, capsys):
    (tmp_path / "empty.txt").write_text(" \n")
    assert main(["chunks", "empty.txt", "--json"]) == 0
    out, err = capsys.readouterr()
    assert out == "" and "empty.txt: no text to cut" in err


def test_without_colours_a_cut_can_still_be_read(small, tmp_path, capsys):
    (tmp_path / "x.txt").write_text("One two three. Four\x1b[31m five six. Seven eight nine.")
    given = ["--strategy", "fixed", "--size", "20", "--overlap", "5", "--expand", "neighbours"]
    assert main(["chunks", "x.txt", *given]) == 0
    out = capsys.readouterr().out
    assert "[overlap: " in out and "[added: " in out
    assert "\x1b" not in out and "\u241b" in out, "a document must not steer the terminal"


def test_what_a_splitter_puts_before_the_text_is_said(small, tmp_path, capsys):
    (tmp_path / "headed_for_chunkboard.py").write_text(
        "def headed(text):\n    return ['Handbook > Policies > Leave of absence\\n' + text]\n"
    )
    assert run(small, "--strategies", "fixed", "--splitter", "headed_for_chunkboard:headed") == 0
    assert "2 pieces hold text that their documents do not" in capsys.readouterr().out


def test_a_splitter_that_finds_nothing_is_a_row_of_nothing(small, tmp_path, capsys):
    (tmp_path / "empty_for_chunkboard.py").write_text("def nothing(text):\n    return []\n")
    assert run(small, "--strategies", "fixed", "--splitter", "empty_for_chunkboard:nothing") == 0
    assert "100.0 % of the documents' characters are in no chunk" in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--splitter", "x:y"], ["--snap"], ["--expand-tokens", "9"]])
def test_a_preset_takes_no_option_that_it_sets(small, capsys, more):
    assert main(["run", small, "--preset", "contracts", *more]) == 2
    assert f"{more[0]} does not go with --preset" in capsys.readouterr().err


def test_an_expression_with_a_comma_has_the_option_to_itself(small, capsys):
    path = f"{small}/documents/leave.md"
    given = ["--strategy", "recursive", "--size", "40", "--separators", "re:(?=of{1,2})"]
    assert rows_of(capsys, path, *given, "--separators", "space")


def test_key_sections_are_raised_where_the_golden_set_names_them(small, tmp_path, capsys):
    assert run(small, "--strategies", "structure", "--key-boost", "2") == 2
    assert "names no key sections" in capsys.readouterr().err
    toml = Path(small) / "golden_set.toml"
    toml.write_text(toml.read_text() + '[key]\nheadings = ["*carry-over*"]\n')
    given = ["--strategies", "structure", "--size", "60", "--contexts", "c.jsonl"]
    ranked = []
    for boost in ("1", "9"):
        assert run(small, *given, "--retrievers", "bm25", "--key-boost", boost) == 0
        rows = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text().splitlines()]
        ranked.append([row["units"] for row in rows])
    assert ranked[0] != ranked[1]


def test_key_headings_that_are_no_list_are_refused(small, capsys):
    toml = Path(small) / "golden_set.toml"
    toml.write_text(toml.read_text() + '[key]\nheadings = "fees"\n')
    assert main(["check", small]) == 2
    assert "allowed is a list" in capsys.readouterr().err


def no_model(*_):
    raise AssertionError("a run without vectors asks for no model")


@pytest.mark.parametrize("model", ["auto", "minilm", "st:./absent", "openai:http://127.0.0.1:9#m"])
def test_a_run_without_vectors_needs_no_model(small, tmp_path, monkeypatch, capsys, model):
    monkeypatch.setattr("evaluation.commands.make_embedder", no_model)
    given = ["--strategies", "fixed", "--retrievers", "bm25", "--model", model]
    assert main(["check", small, *given]) == 0
    assert run(small, *given) == 0
    assert "no embedding model: nothing in this run is made of vectors" in capsys.readouterr().out
    report = json.loads((tmp_path / "chunking-report.json").read_text())
    assert set(report["run"]["embedding_model"].values()) == {None}
    for more in (["--diverse"], ["--retrievers", "hybrid"], ["--strategies", "semantic"]):
        with pytest.raises(AssertionError, match="asks for no model"):
            run(small, *given, *more)
    assert run(small, *given[:4], "--model", "clever") == 2
    assert "unknown model 'clever'; allowed are auto" in capsys.readouterr().err


def test_one_variant_is_no_variants_and_diverse_units_have_a_stage(small, capsys):
    one = ["--strategies", "fixed", "--overlap", "0", "--headers", "none", "--retrievers", "bm25"]
    assert run(small, *one, "--diverse") == 0
    told = capsys.readouterr().err
    assert "searching them with BM25 (1 variant)\n" in told
    assert re.search(r"Making vectors of what was found, .* \(\d+ characters\)", told)


@pytest.mark.parametrize("retrievers", ["bm25", "vector", "bm25,vector,hybrid,chroma"])
def test_every_stage_ends_with_all_of_it_done(small, tmp_path, retrievers):
    stages = []

    class Heard(Listener):
        def stage(self, words, total=0, unit=""):
            stages.append([words, total, 0])

        def step(self, done):
            stages[-1][2] = done

    settings = RunSettings(
        matrix(["fixed", "semantic"], Cutting(120), ["0"]),
        retrievers=tuple(retrievers.split(",")),
        budgets=(60,),
        diverse=True,
    )
    golden = load_golden_set(Path(small))
    table = VectorTable(open_store(tmp_path / "heard"))
    report, _ = evaluate(golden, settings, HashEmbedder(), table, Heard())
    assert all(done == total for _, total, done in stages), stages
    for variant in report["variants"]:
        assert [r["retriever"] for r in variant["results"]] == retrievers.split(",")


def test_no_time_is_left_of_what_is_done(monkeypatch):
    pace = Pace(10)
    assert pace.seconds_left(1) is None
    later = time.monotonic() + 60
    monkeypatch.setattr("evaluation.progress.time.monotonic", lambda: later)
    assert pace.seconds_left(5) is not None
    assert pace.seconds_left(10) is None


@pytest.mark.parametrize(("fill", "head"), [("whole", "budget tokens"), ("top_k", "budget units")])
def test_tables_by_budget_name_it_and_its_unit(fill, head):
    report = {"run": {"fill": fill}, "comparisons": [], "variants": []}
    for made in (hit_table, header_table, comparison_table):
        assert head in [str(column.header) for column in made(report).columns], made


def test_each_row_before_and_after_headers_says_its_budget(small, tmp_path):
    assert run(small, "--strategies", "fixed", "--retrievers", "bm25", "--budget", "60,90") == 0
    table = header_table(json.loads((tmp_path / "chunking-report.json").read_text()))
    assert [*table.columns[2].cells][:2] == ["60", "90"]


def test_the_readme_lists_each_option_of_run(capsys):
    readme = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    (listed,) = re.findall(r"^`run` takes `([^`]+)`", readme, re.MULTILINE)
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    given = set(re.findall(r"^  (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))
    assert set(listed.split()) == given and len(given) > 20
