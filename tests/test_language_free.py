"""What is kept (a report, a seal, a state) is the same in whatever language it was made."""

import json
import re
import tomllib

import pytest

from evaluation.checks.finding import stored
from evaluation.database import open_store
from evaluation.decision import decided
from evaluation.preflight import preflight
from evaluation.progress import JobListener
from evaluation.protocol_parts import Limits, Robustness
from evaluation.run import evaluate
from evaluation.seal import change_words, changes
from evaluation.vectors import VectorTable
from golden_sets import language
from golden_sets.golden_set import load_golden_set
from golden_sets.language import joined, kept, of_error, shown, tr, worded, wordedn
from golden_sets.reading import GoldenSetError
from golden_sets.toml_words import toml_words
from tests.evaluation.decisions.made import golden_set, protocol, report, seal
from tests.evaluation.hash_embedder import HashEmbedder
from tests.pages.factory import settings, write_golden_set

HAN = re.compile("[\u4e00-\u9fff]")
# Measured, or the time itself.
TIMES = re.compile(r'"(?:created|id|seconds|embedding_seconds|query_ms|cut_seconds)": [^,}]*')


@pytest.fixture
def speak(monkeypatch):
    spoken = ["en"]
    monkeypatch.setattr(language, "_reader", lambda: spoken[0])
    return lambda name: spoken.__setitem__(0, name)


def test_a_run_is_the_same_in_both_languages(tmp_path, speak):
    golden = load_golden_set(write_golden_set(tmp_path / "handbook"))
    made = {}
    for name in ("en", "zh"):
        speak(name)
        table = VectorTable(open_store(tmp_path / name))
        found, contexts = evaluate(golden, settings(), HashEmbedder(), table)
        text = json.dumps([found, list(map(str, contexts))], ensure_ascii=False, default=str)
        made[name] = TIMES.sub("", text)
    assert made["en"] == made["zh"]
    assert '"told"' in made["en"], "what the sentences are made of stands beside them"


def test_a_decision_and_its_seal_are_the_same_in_both_languages(speak):
    golden = golden_set(20)
    rules = protocol(
        limits=Limits(index_tokens=1_000), robustness=Robustness(budgets=(300,), fill="cut")
    )
    made = {}
    for name in ("en", "zh"):
        speak(name)
        found = report(golden, {"old-1": "0" * 20, "new-1": "1" * 18 + "01"})
        signed = seal(rules, golden, found)
        made[name] = signed.hash, signed.mark, json.dumps(decided(found, golden, signed))
    assert made["en"] == made["zh"]
    (verdict,) = json.loads(made["zh"][2])["verdicts"]
    assert verdict["reason"].isascii()
    said = shown(verdict, "reason")
    assert said.startswith("在向量检索、600 个上下文 token 下") and "索引 token 数为 1,100" in said
    assert all(HAN.search(line) for line in shown(verdict, "preconditions"))
    assert "按规程" in shown(verdict["robustness"], "line")
    speak("en")
    assert shown(verdict, "reason") == verdict["reason"]


def test_findings_are_stored_in_english_with_what_they_are_made_of(tmp_path, speak):
    speak("zh")
    golden = load_golden_set(write_golden_set(tmp_path / "handbook"))
    found = json.loads(json.dumps(stored(preflight(golden, settings(), HashEmbedder()))))
    assert found and all(not HAN.search(json.dumps(one["finding"])) for one in found)
    for finding in found:
        assert HAN.search(shown(finding, "finding")), finding["finding"]
        assert HAN.search(shown(finding, "consequence")), finding["consequence"]
        old = {name: value for name, value in finding.items() if name != "told"}
        assert shown(old, "finding") == tr(finding["finding"])


def test_what_comes_with_a_report_is_never_filled_in_as_a_template(speak):
    speak("zh")
    for told in (
        {"template": "{n.__class__}", "values": {"n": 1}},
        {"template": "{n:,} tokens", "values": {"n": "x"}},
        {"template": "{n:,} tokens", "values": {}},
        {"template": ["a"], "values": None},
        {"parts": [1], "between": "!"},
        {"parts": "ab", "between": 3},
        "text",
        7,
    ):
        assert shown({"line": "as stored", "told": {"line": told}}, "line") == "as stored"
    assert shown({"line": "as stored", "told": None}, "line") == "as stored"


def test_a_job_that_failed_tells_what_its_error_is_made_of(tmp_path, speak):
    error = GoldenSetError(worded("{path}: not read: {problem}", path="a", problem="b"))
    (tmp_path / "jobs" / "j").mkdir(parents=True)
    with pytest.raises(GoldenSetError), JobListener(tmp_path / "jobs" / "j", "j", "g"):
        raise error
    state = json.loads((tmp_path / "jobs" / "j" / "state.json").read_text())
    assert state["error"] == "a: not read: b"
    speak("zh")
    assert shown(state, "error") == "a：未读取：b"


def test_a_worded_sentence_is_english_until_it_is_said(speak):
    speak("zh")
    one = wordedn("{n:,} variant", "{n:,} variants", 1)
    both = joined([one, worded("structure")], ", ")
    inner = worded("{name} without {rules}", name=worded("structure"), rules=both)
    assert inner == "structure without 1 variant, structure"
    assert json.dumps(inner) == '"structure without 1 variant, structure"'
    assert tr(inner) == "结构（关闭 1 个变体、结构）"
    assert of_error(ValueError(inner)) is inner and of_error(ValueError("x")) == "x"
    assert kept({"a": inner, "b": "plain", "c": [one, "x"]}).keys() == {"a", "c"}


def test_a_change_since_the_first_seal_is_sealed_in_english_and_read_in_any_language(speak):
    speak("zh")
    before = {"protocol": {"budget_tokens": 600, "pilot_class": ""}, "chunks": {}}
    after = {"protocol": {"budget_tokens": 1200, "pilot_class": "a to b"}, "chunks": {"x": "0f"}}
    lines = list(changes(before, after))
    assert lines == [
        "chunks.x not recorded to 0f",
        "budget_tokens 600 to 1200",
        "pilot_class none to a to b",
    ]
    assert [change_words(line) for line in lines] == [
        "chunks.x 由未记录变为 0f",
        "budget_tokens 由 600 变为 1200",
        # Where the first value ends cannot be told, so the line stays as it is.
        "pilot_class none to a to b",
    ]
    speak("en")
    assert [change_words(line) for line in lines] == lines


@pytest.mark.parametrize(
    "text", ["a = ", "a = 1\na = 2", "[a\n", "a = 'x", "a = {b = 1, b = 2}", "x\0 = 1"]
)
def test_what_the_interpreter_says_of_toml_is_said_in_any_language(speak, text):
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(text)
    words = toml_words(error.value)
    assert words == str(error.value)
    speak("zh")
    assert HAN.search(tr(words)) and not re.search("[A-Za-z]{3}", tr(words))


def test_blanks_stand_between_chinese_and_latin_only(speak, monkeypatch):
    catalog = {"{a} beats {b}": "{a} 胜过{b}"}
    monkeypatch.setattr(language, "_catalog", lambda spoken: catalog if spoken == "zh" else {})
    speak("zh")
    assert tr("{a} beats {b}", a="甲", b="乙") == "甲胜过乙"
    assert tr("{a} beats {b}", a="a-1", b="b-2") == "a-1 胜过 b-2"
    assert tr("{a} beats {b}", a="甲（1 %）", b="（无）") == "甲（1 %）胜过（无）"
    speak("en")
    assert tr("{a} beats {b}", a="甲", b="乙") == "甲 beats 乙"
