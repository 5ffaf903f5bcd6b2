"""Which questions a verdict may use."""

from collections.abc import Collection

from golden_sets.question import Question


def deciding(questions: Collection[Question]) -> tuple[Question, ...]:
    """The answerable questions that a verdict may use: where any carries a split, those to decide
    on; else all."""
    asked = tuple(question for question in questions if question.answerable)
    if any(question.split for question in questions):
        return tuple(question for question in asked if question.split == "decide")
    return asked


def has_split(questions: Collection[Question]) -> bool:
    return any(question.split for question in questions)
