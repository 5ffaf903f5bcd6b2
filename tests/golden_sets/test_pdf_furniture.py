"""What a PDF repeats on its pages is left out; what it says once is not."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from golden_sets.file_report import Extraction
from golden_sets.pdf import read_pdf


def read(*at: tuple[float, str], pages: int = 6, first: int = 1) -> Extraction:
    """A PDF of lines at heights, with the page's number for `i`, and a body of its own."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for i in range(first, first + pages):
        canvas.setFont("Helvetica", 10)
        for height, line in at:
            canvas.drawString(72, height, line.format(i=i, seven=7 * i, money=100 * i, n=pages))
        for row in range(4):
            word = "abcdefghijklmnopqrstuvwxyz"[i % 26] * (row + 4)
            canvas.drawString(72, 500 - 14 * row, f"Body {word} goes on")
        canvas.showPage()
    canvas.save()
    return read_pdf(file.getvalue(), "x.pdf")


def test_sentences_with_facts_of_their_own_are_no_furniture():
    made = read(
        (780, "The notice period of level {i} is {seven} days."),
        (60, "The bonus of level {i} is {money} euros."),
    )
    for i in range(1, 7):
        assert f"The notice period of level {i} is {7 * i} days." in made.document.text
        assert f"The bonus of level {i} is {100 * i} euros." in made.document.text
    assert made.notes == ()


@pytest.mark.parametrize(
    "line",
    [
        "Every employee of grade {i} gets a laptop.",  # A sentence; its number happens to count.
        "Fee of the plan: {money}",
        "Share of the plan: {i}%",
        "Rate of the plan: {i}.5",
        "Plan {i} costs {seven}",
    ],
)
def test_a_number_that_is_not_the_page_s_keeps_its_line(line):
    made = read((780, line))
    for i in range(1, 7):
        assert line.format(i=i, seven=7 * i, money=100 * i) in made.document.text


@pytest.mark.parametrize("first", [1, 17])
@pytest.mark.parametrize(
    "line",
    [
        "Handbook, version 2.1 | {i}",
        "Page {i} of {n}",
        "{i} / {n}",
        "{i}",
        "Acme Ltd. All rights are reserved by Acme, page {i}.",
        "This copy is for staff of the 2 plants only.",
    ],
)
def test_what_repeats_but_for_the_page_s_number_is_furniture(line, first):
    made = read((780, line), first=first)
    assert made.document.text.startswith("Body")
    assert "left out on 6 pages" in made.notes[0]


@pytest.mark.parametrize("form", ["Part | {page}", "{chapter}-{page}"])
def test_a_number_that_starts_again_still_counts(form):
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for i in range(12):
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 40, form.format(chapter=i // 4 + 1, page=i % 4 + 1))
        canvas.drawString(72, 500, f"Body {'abcdefghijkl'[i] * 5} goes on")
        canvas.showPage()
    canvas.save()
    text = read_pdf(file.getvalue(), "x.pdf").document.text
    assert not any(character.isdecimal() for character in text) and "Part" not in text


def test_the_note_lists_the_lines_that_were_left_out():
    assert read((780, "Handbook | {i}")).notes == (
        "running header or footer 'Handbook | 1', 'Handbook | 2', 'Handbook | 3' and 3 more like "
        "it left out on 6 pages",
    )
    assert read((780, "Handbook")).notes == (
        "running header or footer 'Handbook' left out on 6 pages",
    )


def test_a_note_shows_a_hyphen_as_one():
    made = read((780, "Rules of the depart-"), (768, "ment of travel"))
    assert made.notes == (
        "running header or footer 'Rules of the depart-' left out on 6 pages",
        "running header or footer 'ment of travel' left out on 6 pages",
    )
