"""One value a question, in an order of its own, with the cluster each question is in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite

from golden_sets.question import Question

Values = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Sample:
    """One value a question, by (cluster, question id), so that input order changes nothing."""

    questions: tuple[str, ...]
    values: tuple[float, ...]
    weights: tuple[float, ...]
    clusters: tuple[str, ...]

    def __post_init__(self) -> None:
        if all(map(isfinite, self.values)):
            return
        for question, value in zip(self.questions, self.values, strict=True):
            if not isfinite(value):
                raise ValueError(f"question {question!r} has value {value!r}; undefined is None")

    @property
    def cluster_count(self) -> int:
        return len(set(self.clusters))


@dataclass(frozen=True, slots=True)
class Layout:
    """The answerable questions in a sample's order, made once for the many samples of a run."""

    questions: tuple[str, ...]
    weights: tuple[float, ...]
    clusters: tuple[str, ...]

    def sample(self, values: Values) -> Sample:
        """The values of the questions that have one."""
        found = [values.get(question) for question in self.questions]
        kept = [at for at, value in enumerate(found) if value is not None]
        numbers = tuple(float(value) for value in found if value is not None)
        if len(kept) == len(found):
            return Sample(self.questions, numbers, self.weights, self.clusters)
        return Sample(
            tuple(self.questions[at] for at in kept),
            numbers,
            tuple(self.weights[at] for at in kept),
            tuple(self.clusters[at] for at in kept),
        )

    def paired(self, baseline: Values, candidate: Values) -> Sample:
        """Candidate minus baseline, over the questions that have a value under both."""
        differences: dict[str, float | None] = {}
        for question, before in baseline.items():
            after = candidate.get(question)
            if before is not None and after is not None:
                differences[question] = after - before
        return self.sample(differences)


def layout(questions: Iterable[Question], cluster: Mapping[str, str] | None = None) -> Layout:
    """The questions in a sample's order.

    Args:
        cluster: `clusters(questions)` where the caller has it already.
    """
    asked = tuple(questions)
    if cluster is None:
        cluster = clusters(asked)
    rows = sorted((cluster[q.id], q.id, q.weight) for q in asked if q.id in cluster)
    return Layout(
        questions=tuple(row[1] for row in rows),
        weights=tuple(row[2] for row in rows),
        clusters=tuple(row[0] for row in rows),
    )


def sample(
    values: Values, questions: Iterable[Question], cluster: Mapping[str, str] | None = None
) -> Sample:
    """The values of the answerable questions that have one; see `layout`."""
    return layout(questions, cluster).sample(values)


def paired(baseline: Values, candidate: Values, questions: Iterable[Question]) -> Sample:
    """Candidate minus baseline, over the questions that have a value under both."""
    return layout(questions).paired(baseline, candidate)


def clusters(questions: Iterable[Question]) -> dict[str, str]:
    """Each answerable question's cluster: documents linked by shared evidence.

    A question links all documents its evidence names, in every alternative and role. A cluster
    is named by its first document. Unanswerable questions are in none.
    """
    parent: dict[str, str] = {}

    def root(document: str) -> str:
        while parent.setdefault(document, document) != document:
            parent[document] = parent[parent[document]]
            document = parent[document]
        return document

    first: dict[str, str] = {}
    for question in questions:
        documents = [passage.document for way in question.evidence for passage in way]
        for document in documents:
            one, other = sorted((root(documents[0]), root(document)))
            parent[other] = one
        if documents:
            first[question.id] = documents[0]
    return {question: root(document) for question, document in first.items()}
