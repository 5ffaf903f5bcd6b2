"""The picture of the history, and what is said of it."""

from dataclasses import replace

from evaluation.run_brief import Brief, Hits
from evaluation.run_history import Listed
from pages.ui.runs_history import alike, finding, history_chart

HITS = Hits("recursive-400c", "recursive", "bm25", 600, 0.35, 0.25, 0.45, 40)
BRIEF = Brief(50, 40, 1, ("recursive",), ("bm25",), (600,), "whole", "MiniLM", 0, (HITS,))


def run(name, day, **changes):
    hits = HITS._replace(**{k: v for k, v in changes.items() if k in HITS._fields})
    more = {k: v for k, v in changes.items() if k not in HITS._fields}
    asked = {k: more.pop(k) for k in ("fill", "digest", "split", "questions") if k in more}
    brief = replace(BRIEF, hits=(hits,), **asked)
    return Listed(name, f"2026-01-0{day}T00:00:00Z", more.get("golden", "g"), False, "", brief)


def test_only_what_was_measured_alike_stands_in_one_picture():
    """Another budget, fill rule, retriever or golden set is another measurement."""
    runs = [
        run("f", 6, fill="top_k"),
        run("e", 5, golden="other"),
        run("d", 4, value=0.4),
        run("c", 3, budget_tokens=900),
        run("b", 2, retriever="vector"),
        run("a", 1),
    ]
    assert [one.run.id for one in alike(runs)] == ["a", "d"], "the oldest first"
    assert alike([replace(runs[0], brief=None)]) == []


def test_runs_that_asked_other_questions_of_one_set_are_not_drawn_together():
    """A split has other questions, and so has an edited set, under the name of the whole."""
    runs = [
        run("e", 6, digest="other"),
        run("d", 5, split="tune", questions=20, n=15),
        run("c", 4, split="tune", questions=20, n=15),
        run("b", 3, questions=49),
        run("a", 1),
    ]
    assert [one.run.id for one in alike(runs)] == ["c", "d"]
    assert finding(alike(runs)).startswith("g (tune only): recursive-400c hits 35 %")
    assert "n = 15" in finding(alike(runs))


def test_the_finding_says_the_newest_rate_and_the_range():
    group = alike([run("b", 2, value=0.4, low=0.3, high=0.5), run("a", 1)])
    assert finding(group) == (
        "g: recursive-400c hits 40 % (30 to 50, n = 40) under BM25 in the newest of 2 runs, 35 to "
        "40 % over all"
    )
    same = alike([run("b", 2), run("a", 1)])
    assert finding(same).endswith(
        "35 % (25 to 45, n = 40) under BM25, as measured in each of 2 runs"
    )


def test_each_point_has_its_interval():
    figure = history_chart(alike([run("b", 2), run("a", 1)]))
    trace = figure.data[0]
    assert list(trace.x) == ["a", "b"]
    assert [round(x) for x in trace.error_y.array] == [10, 10]
    assert [round(x) for x in trace.error_y.arrayminus] == [10, 10]
