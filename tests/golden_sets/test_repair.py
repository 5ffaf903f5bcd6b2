"""After documents changed: which passages stand, moved, changed or are lost, and their repair."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.command_line import main
from golden_sets.document import Document, Span
from golden_sets.golden_set import load_golden_set
from golden_sets.lock import LOCK, lock_of, lock_text, read_lock
from golden_sets.passages_check import Around, examine
from golden_sets.reading import GoldenSetError
from golden_sets.repair import BACKUP, examine_folder, repair

FEES = """# Fees

Solo pays monthly.
The fee is due in 14 days.

Team pays monthly.
The fee is due in 14 days.

Reminders are free of charge for the first two weeks.
"""
TERMS = "Either side may end the contract with three months' notice.\n"
DUE = "The fee is due in 14 days."


def row(name, quote, document="fees.md", **more):
    passage = {"document": document, "quote": quote, **more}
    return {"id": name, "question": "What?", "evidence": [[passage]], "note": "kept"}


@pytest.fixture
def folder(tmp_path):
    """Two equal quotes told apart by `start`, one that stands once, and one in another document."""
    made = tmp_path / "set"
    (made / "documents").mkdir(parents=True)
    (made / "golden_set.toml").write_text('name = "set"\n')
    (made / "documents" / "fees.md").write_text(FEES)
    (made / "documents" / "terms.txt").write_text(TERMS)
    rows = [
        row("q1", DUE, start=FEES.find(DUE)),
        row("q2", DUE, start=FEES.rfind(DUE)),
        row("q3", "Reminders are free of charge for the first two weeks."),
        row("q4", "three months’ notice", "terms.txt"),
    ]
    lines = [json.dumps(one, ensure_ascii=False) for one in rows]
    (made / "questions.jsonl").write_bytes(("\r\n".join(lines) + "\r\n").encode())
    repair(examine_folder(made))
    return made


def edit(folder, text, name="fees.md"):
    (folder / "documents" / name).write_text(text)


def statuses(folder):
    return [one.finding.status for one in examine_folder(folder).passages]


def starts(folder):
    golden = load_golden_set(folder)
    return [q.evidence[0][0].span.start for q in golden.questions]


def test_nothing_changed(folder):
    assert statuses(folder) == ["stands"] * 4
    assert not (folder / BACKUP).exists()


def test_text_before_them_moves_all_and_repair_writes_the_starts(folder):
    before = (folder / "questions.jsonl").read_bytes().split(b"\r\n")
    edit(folder, "# New\n\nA new first paragraph.\n\n" + FEES)
    assert statuses(folder) == ["moved", "moved", "moved", "stands"]
    with pytest.raises(GoldenSetError, match=r"does not stand at start .* check --repair"):
        load_golden_set(folder)
    assert repair(examine_folder(folder)) == 2
    after = (folder / "questions.jsonl").read_bytes().split(b"\r\n")
    assert after[2:] == before[2:]
    assert json.loads(after[0])["note"] == "kept"
    moved = len("# New\n\nA new first paragraph.\n\n")
    assert json.loads(after[1])["evidence"][0][0]["start"] == FEES.rfind(DUE) + moved
    assert (folder / BACKUP).read_bytes().split(b"\r\n") == before
    assert statuses(folder) == ["stands"] * 4


def test_the_text_around_tells_which_of_two_equal_quotes_is_meant(folder):
    solo, team = FEES[8:55], FEES[55:101]
    assert DUE in solo and DUE in team
    edit(folder, FEES.replace(solo + team, team + "\n" + solo))
    repair(examine_folder(folder))
    text = (folder / "documents" / "fees.md").read_text()
    first, second = starts(folder)[:2]
    assert text[:first].endswith("Solo pays monthly.\n")
    assert text[:second].endswith("Team pays monthly.\n")


def test_an_equal_quote_that_took_the_place_is_not_taken_for_it(folder):
    """Solo's paragraph became as much shorter as Team's now stands where Solo's stood."""
    padding = (
        FEES.find("Solo") + len("Solo pays monthly.\n") - len("# Fees\n\nTeam pays monthly.\n")
    )
    text = (
        "# Fees"
        + "s" * padding
        + "\n\nTeam pays monthly.\n"
        + DUE
        + "\n\nSolo pays monthly.\n"
        + DUE
    )
    edit(folder, text)
    assert text.find(DUE) == FEES.find(DUE)
    found = examine_folder(folder).passages[0]
    assert (found.finding.status, found.finding.place.start) == ("moved", text.rfind(DUE))


def test_twins_that_nothing_tells_apart_keep_their_order(folder):
    page = "Notes to the accounts of the group.\n" * 40 + DUE + "\n" + "See the notes above.\n" * 40
    edit(folder, f"{page}One.\n{page}Two.\n{page}")
    before, between, *_ = (folder / "documents" / "fees.md").read_text().split(DUE)
    second = len(before) + len(DUE) + len(between)
    rows = [row("q1", DUE, start=second)]
    (folder / "questions.jsonl").write_text(json.dumps(rows[0]) + "\n")
    repair(examine_folder(folder))
    edit(folder, f"Zero.\n{page}One and a half.\n{page}Two.\n{page}")
    assert repair(examine_folder(folder)) == 1
    assert starts(folder) == [second + len("Zero.\n") + len(" and a half")]
    edit(folder, f"Zero.\n{page}{page}")
    assert statuses(folder) == ["ambiguous"]


def test_the_twin_of_a_quote_that_is_gone_is_not_taken_for_it(folder):
    edit(folder, FEES.replace(DUE, "It is due at once.", 1))
    assert statuses(folder)[:2] == ["ambiguous", "moved"]


def test_a_copy_added_elsewhere_gets_the_old_one_a_start(folder):
    quote = "Reminders are free of charge for the first two weeks."
    edit(folder, FEES + "\nSummary: " + quote + "\n")
    with pytest.raises(GoldenSetError, match="quote more of it"):
        load_golden_set(folder)
    assert repair(examine_folder(folder)) == 1
    assert starts(folder)[2] == FEES.find(quote)


def test_equal_surroundings_are_for_a_person(folder):
    edit(folder, f"x{DUE}\n" * 3)
    found = examine_folder(folder)
    assert [one.finding.status for one in found.passages][:2] == ["ambiguous"] * 2
    assert "write which is meant" in found.passages[0].finding.note
    assert repair(found) == 0


def test_a_changed_sentence_is_offered_and_never_written(folder):
    edit(folder, FEES.replace("first two weeks", "first three weeks"))
    before = (folder / "questions.jsonl").read_bytes()
    finding = examine_folder(folder).passages[2].finding
    assert finding.status == "changed"
    assert "'Reminders are free of charge for the first three weeks.'" in finding.note
    repair(examine_folder(folder))
    assert (folder / "questions.jsonl").read_bytes() == before


def test_what_the_lock_knows_of_a_changed_passage_outlives_a_repair(folder):
    edit(folder, FEES.replace(DUE, "The fee is due in 15 days."))
    repair(examine_folder(folder))
    edit(folder, "Intro.\n\n" + FEES)
    assert statuses(folder)[:2] == ["moved", "moved"]


def test_a_document_taken_away_loses_its_passages(folder):
    (folder / "documents" / "terms.txt").unlink()
    assert statuses(folder)[3] == "lost"


def test_a_renamed_document_takes_its_passages_along(folder):
    (folder / "documents" / "terms.txt").rename(folder / "documents" / "contract.txt")
    assert statuses(folder)[3] == "moved"
    assert repair(examine_folder(folder)) == 1
    assert load_golden_set(folder).questions[3].evidence[0][0].document == "contract.txt"


def test_a_long_quote_that_went_to_another_document_is_found_there(folder):
    quote = "Reminders are free of charge for the first two weeks."
    edit(folder, FEES.replace(quote, ""))
    edit(folder, TERMS + "\n" + quote, "terms.txt")
    assert repair(examine_folder(folder)) == 1
    assert load_golden_set(folder).questions[2].evidence[0][0].document == "terms.txt"


TWIN = "The fee for the support contract is due thirty days after the invoice.\n"


@pytest.fixture
def twins(tmp_path):
    """Two documents that hold the same sentence, and one question, about A."""
    made = tmp_path / "twins"
    (made / "documents").mkdir(parents=True)
    (made / "golden_set.toml").write_text('name = "twins"\n')
    edit(made, "# A\n\n" + TWIN, "A.md")
    edit(made, "# B\n\n" + TWIN, "B.md")
    (made / "questions.jsonl").write_text(json.dumps(row("q1", TWIN.strip(), "A.md")) + "\n")
    repair(examine_folder(made))
    return made


def test_a_changed_sentence_did_not_move_to_its_unchanged_twin(twins):
    """Evidence about A would silently become evidence about B."""
    edit(twins, "# A\n\n" + TWIN.replace("thirty", "sixty"), "A.md")
    before = (twins / "questions.jsonl").read_bytes()
    found = examine_folder(twins)
    finding = found.passages[0].finding
    assert (finding.status, finding.document) == ("changed", "A.md")
    assert "sixty days" in finding.note and "B.md holds the words as quoted" in finding.note
    assert repair(found) == 0
    assert (twins / "questions.jsonl").read_bytes() == before


def test_a_changed_sentence_stays_though_its_twin_s_document_changed_or_is_new(twins):
    edit(twins, "# A\n\n" + TWIN.replace("thirty", "sixty"), "A.md")
    edit(twins, "# B, revised\n\n" + TWIN, "B.md")
    assert statuses(twins) == ["changed"]
    (twins / "documents" / "B.md").rename(twins / "documents" / "C.md")
    assert statuses(twins) == ["changed"]


@pytest.mark.parametrize("a", [None, "# A\n\nSee elsewhere.\n"], ids=["gone", "emptied"])
def test_a_quote_that_is_gone_moved_only_where_it_was_not_before(twins, a):
    path = twins / "documents" / "A.md"
    path.unlink() if a is None else path.write_text(a)
    finding = examine_folder(twins).passages[0].finding
    assert finding.status == "lost" and "B.md holds the words" in finding.note
    (twins / "documents" / "B.md").unlink()
    edit(twins, "# C\n\n" + TWIN, "C.md")
    finding = examine_folder(twins).passages[0].finding
    assert (finding.status, finding.document) == ("moved", "C.md")
    (twins / LOCK).unlink()
    assert statuses(twins) == ["moved" if a is None else "lost"]


def test_a_twin_that_another_question_quoted_before_is_no_place_moved_to(twins):
    rows = [row("q1", TWIN.strip(), "A.md"), row("q2", TWIN.strip(), "B.md")]
    (twins / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    repair(examine_folder(twins))
    edit(twins, "# A\n\nSee elsewhere.\n", "A.md")
    edit(twins, "# B, revised\n\n" + TWIN, "B.md")
    assert statuses(twins)[0] == "lost"


def test_a_line_keeps_its_style_and_unknown_keys(folder):
    compact = '{"id":"q5","x":[1,{"y":2.50}],"question":"Gebühr?","evidence":[[{"start":27,"quote":'
    compact += f'"{DUE}","document":"fees.md","seen":true}}]]}}'
    path = folder / "questions.jsonl"
    path.write_bytes(("\ufeff" + compact + "\n").encode())
    repair(examine_folder(folder))
    edit(folder, "ab" + FEES)
    repair(examine_folder(folder))
    wanted = compact.replace('"start":27', '"start":29').replace("2.50", "2.5")
    assert path.read_text("utf-8") == "\ufeff" + wanted + "\n"


def test_check_tells_repairs_and_tells_again(folder, capsys):
    edit(folder, "Intro.\n\n" + FEES.replace("two weeks", "three weeks"))
    assert main(["check", str(folder)]) == 2
    told = capsys.readouterr()
    assert (
        "moved: questions.jsonl:1 q1: fees.md: 'The fee" in told.out and "from 27 to 35" in told.out
    )
    assert "4 passages: 1 stands, 2 moved, 1 changed; 1 documents are new or changed" in told.out
    assert told.err.count("\n") == 1 and "check --repair writes their new places" in told.err
    assert main(["check", str(folder), "--repair"]) == 2
    told = capsys.readouterr()
    assert "repaired 2 passages" in told.out and BACKUP in told.out
    assert "1 changed: quote what stands there now" in told.err
    path = folder / "questions.jsonl"
    path.write_text(path.read_text("utf-8").replace("two weeks", "three weeks"), "utf-8")
    assert main(["check", str(folder)]) == 0
    assert "every one of 4 passages stands" in capsys.readouterr().out


def test_lines_that_are_no_questions_are_told_beside_passages_that_are_lost(folder, capsys):
    """A person would mend the passages, and only then hear of the lines."""
    edit(folder, "Nothing of it is left.\n")
    lost, *rest = (folder / "questions.jsonl").read_text("utf-8").splitlines()
    lines = [lost.replace('{"id"', '{"weight": -1, "id"'), *rest, "{broken", rest[0]]
    (folder / "questions.jsonl").write_text("\n".join(lines), "utf-8")
    for repairs in ([], ["--repair"]):
        assert main(["check", str(folder), *repairs]) == 2
        told = capsys.readouterr().err.splitlines()
        assert len(told) == 4 and "4 lost" in told[0]
        assert "questions.jsonl:1: weight -1; allowed is a number above 0" in told[1]
        assert "questions.jsonl:5: not a question: not JSON" in told[2]
        assert "questions.jsonl:6: the id 'q2' stands on an earlier line" in told[3]


def test_a_first_repair_of_a_set_without_a_lock_writes_one(folder, capsys):
    (folder / LOCK).unlink()
    assert main(["check", str(folder)]) == 0
    assert "--repair writes one" in capsys.readouterr().out
    assert main(["check", str(folder), "--repair"]) == 0
    assert (folder / LOCK).exists()


def test_without_a_lock_equal_quotes_that_moved_are_for_a_person(folder):
    (folder / LOCK).unlink()
    edit(folder, "Intro.\n\n" + FEES)
    assert statuses(folder) == ["ambiguous", "ambiguous", "stands", "stands"]


BROKEN = ["", "{", "[]", '{"schema": 2}', '{"schema": 1, "documents": []}', "[" * 100_000, "\udcff"]
BROKEN.append('{"schema": 1, "documents": {"a": {"revision": "", "passages": [[1, 2]]}}}')
BROKEN.append(BROKEN[-1].replace("[1, 2]", '[1, 2, "", "", "", 0, 5, 2]'))


BROKEN += [BROKEN[-2].replace("[1, 2]", f'[{n}, "a", "b", "c"]') for n in ("1e999, 2", "-1, 2")]
BROKEN += [
    BROKEN[-4].replace("[1, 2]", f'[1, 2, "a", "b", "c", {n}, 0, 1]') for n in ("1e999", "{}")
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_lock_is_one_line_that_says_what_to_do(folder, capsys, text):
    (folder / LOCK).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["check", str(folder)]) == 2
    told = capsys.readouterr().err
    assert "delete it, and check --repair writes it anew" in told and told.count("\n") == 1
    assert not re.search("[A-Z][a-z]+Error|NoneType|object", told)


def test_the_lock_has_a_line_a_passage_and_reads_back(folder):
    lock = read_lock(folder)
    text = (folder / LOCK).read_text("utf-8")
    assert lock_text(lock) == text
    assert sum("The fee" not in line and '"Solo' not in line for line in text.split("\n"))
    assert len([line for line in text.split("\n") if line.startswith("  [")]) == 4


WORDS = st.lists(
    st.sampled_from(["pay ", "due ", "fee. ", "Solo\n", "Team\n\n", "员工"]), max_size=30
)


@given(WORDS, WORDS, st.integers(0, 200), st.integers(1, 40), st.text(max_size=20))
def test_text_put_in_front_moves_a_passage_by_its_length(head, tail, at, size, new):
    text = "".join([*head, "The one that is meant. ", *tail])
    start = min(at, len(text) - 1)
    quote = text[start : start + size]
    if not quote.strip():
        return
    one = Document("d.txt", text, "d")
    lock = lock_of([one], [("d.txt", Span(start, start + len(quote)))])
    new = new.replace("\r", "")
    later = Document("d.txt", new + text, "d")
    finding = examine(Around({"d.txt": later}, lock), "d.txt", quote, start)
    # What is settled is right; what is not has the same text around it more than once.
    if finding.place is not None:
        before, after = text[max(0, start - 32) : start], text[start + len(quote) :][:32]
        found = later.text[: finding.place.start]
        right = finding.place.start == start + len(new)
        assert right or found.endswith(before) or len(before) + len(after) < 64
    else:
        assert later.text.count(quote) > 1
