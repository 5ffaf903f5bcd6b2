"""The table of a strategy for each class of documents."""

import pytest

from golden_sets.markdown import read_markdown
from strategies.mixed import Mixed, read_mixed
from strategies.recursive import Recursive
from strategies.registry import parameters_of
from strategies.semantic import Semantic
from strategies.sentence import Sentence
from strategies.structure import Structure
from strategies.tools import Tools
from strategies.variant import Limit, Variant

TABLE = """
[contract]
strategy = "structure"
without = ["joins"]

[note]
strategy = "sentence"
size = 60
unit = "tokens"
overlap = "10%"

[otherwise]
strategy = "recursive"
separators = ["newline", "space"]
"""


def written(tmp_path, text):
    path = tmp_path / "mixed.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_table_says_what_differs_and_takes_the_rest_from_the_run(tmp_path):
    mixed = read_mixed(written(tmp_path, TABLE), 200, "characters", "20%")
    assert mixed == Mixed(
        200,
        "characters",
        40,
        (
            ("contract", Structure(200, "characters", 40, without=("joins",))),
            ("note", Sentence(60, "tokens", 6)),
        ),
        Recursive(200, "characters", 40, separators=("newline", "space")),
    )


def test_a_percentage_of_the_run_is_one_of_each_entry(tmp_path):
    text = '[note]\nstrategy = "sentence"\nsize = 50\n'
    mixed = read_mixed(written(tmp_path, text), 400, "characters", "20%")
    assert dict(mixed.classes)["note"].overlap == 10 and mixed.otherwise.overlap == 80


@pytest.mark.parametrize(
    "text, message",
    [
        ("[contract]\nsize = 5\n", r'\[contract\] needs strategy = "..."'),
        ("[contract]\nstrategy = 5\n", r'\[contract\] needs strategy = "..."'),
        ('contract = "structure"\n', r'\[contract\] needs strategy = "..."'),
        ('[contract]\nstrategy = "clever"\n', r"\[contract\]: unknown strategy 'clever'; allowed"),
        (
            '[contract]\nstrategy = "fixed"\nsnap = true\n',
            r"\[contract\]: strategy fixed has no 'snap'; allowed are size, unit, overlap",
        ),
        ('[contract]\nstrategy = "mixed"\n', r"\[contract\]: mixed does not go inside mixed"),
        ('[contract]\nstrategy = "fixed"\nsize = 0\n', r"\[contract\]: size 0; allowed"),
        ('[contract]\nstrategy = "fixed"\nsize = "a"\n', r"\[contract\]: "),
        ('[contract]\nstrategy = "fixed"\noverlap = "x"\n', r"\[contract\]: overlap 'x'; allowed"),
        (
            '[contract]\nstrategy = "structure"\nwithout = ["x"]\n',
            r"\[contract\]: unknown rule 'x'; allowed are headings",
        ),
        ("[contract\n", "not TOML: "),
        ("", "no document class; allowed is a table a class"),
        ('[otherwise]\nstrategy = "fixed"\n', "no document class; allowed is a table a class"),
    ],
)
def test_a_table_that_is_not_allowed_is_one_line_with_file_and_class(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=message) as raised:
        read_mixed(path)
    said = str(raised.value)
    assert said.startswith(f"{path}: ") and "\n" not in said


def test_bytes_that_are_no_text_are_no_toml(tmp_path):
    path = tmp_path / "mixed.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="not TOML"):
        read_mixed(path)


TEXT = "# Fees\n\nOne is here. Two is here.\n\n# Terms\n\nThree is here. Four is here.\n"


def test_each_document_is_cut_by_the_strategy_of_its_class():
    mixed = Mixed(30, classes=(("contract", Structure(45)), ("note", Sentence(20))))
    made = {"contract": Structure(45), "note": Sentence(20), "": Recursive(30), "x": Recursive(30)}
    for of, alone in made.items():
        document = read_markdown("x.md", TEXT, of)
        assert mixed.cut(document, Tools()) == alone.cut(document, Tools()), of


def test_a_variant_knows_each_documents_limit_and_who_needs_a_model():
    mixed = Variant(Mixed(30, classes=(("note", Semantic(20, "tokens")),)))
    note, other = (read_markdown("x.md", TEXT, of) for of in ("note", ""))
    assert mixed.limit(note) == Limit(20, "tokens") and mixed.limit(other) == Limit(
        30, "characters"
    )
    assert mixed.embeds_sentences() and mixed.embeds_sentences(note)
    assert not mixed.embeds_sentences(other)


def test_ids_differ_where_tables_do():
    tables = [
        (),
        (("note", Sentence(20)),),
        (("note", Sentence(21)),),
        (("contract", Sentence(20)),),
        (("contract", Structure(20)),),
        (("contract", Structure(20, without=("bonds",))),),
    ]
    made = [Variant(Mixed(30, classes=table)).id for table in tables]
    made.append(Variant(Mixed(30, otherwise=Sentence(20))).id)
    assert len(set(made)) == len(made) and made[0] == "mixed-30c"
    assert all(name.startswith("mixed-30c") for name in made)


def test_the_stored_form_says_the_whole_table():
    stored = parameters_of(Mixed(30, classes=(("note", Sentence(20)),)))
    assert stored["classes"] == {
        "note": {"strategy": "sentence", "size": 20, "unit": "characters", "overlap": 0}
    }
    assert stored["otherwise"]["strategy"] == "recursive" and stored["size"] == 30
