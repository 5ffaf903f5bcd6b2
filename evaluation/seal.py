"""Seals: rules that were fixed at a time, and what had been seen by then."""

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from evaluation.embedding import Embedder
from evaluation.own_code import code_digest, versions
from evaluation.protocol import Protocol
from evaluation.protocol_file import protocol_of
from evaluation.settings import RunSettings
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr, trn, worded
from strategies import tokenizer

# What a run records of how its results were made. `key` is the golden set's headings of key
# sections, no part of its digest; code and versions tell other chunks of the same names apart.
CONDITIONS = (
    *("fill", "diverse", "repeats", "key_boost", "key", "depth", "seed", "tokenizer", "model"),
    *("code", "versions"),
)
UNRECORDED = marked("not recorded")
_WORDS = (UNRECORDED, marked("none"))


class SealError(ValueError):
    """A seal that does not hold, or that a run does not go with; one line for a person."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A protocol sealed.

    Attributes:
        content: The protocol, the golden set's name and digest, and what else a verdict depends
            on; values for JSON.
        hash: Of the content; see `content_hash`.
        sealed: When, UTC.
        seen_candidates: Candidates with a result on the deciding questions before that time,
            under their own id or, with the same chunks, under another.
        seen_variants: All variants with one.
        first: Hash of the first protocol sealed for this golden set, "" where this is it.
        changed: What this one has otherwise than the first, by name.
        mark: Of all the others, the time included; see `mark_of`.
    """

    content: Mapping[str, Any]
    hash: str
    sealed: str
    seen_candidates: tuple[str, ...] = ()
    seen_variants: tuple[str, ...] = ()
    first: str = ""
    changed: tuple[str, ...] = ()
    mark: str = ""

    @property
    def protocol(self) -> Protocol:
        return protocol_of(self.content["protocol"])

    @property
    def declared_before(self) -> bool:
        return not self.seen_candidates

    def verify(self) -> None:
        """Returns if the rules, the time and what had been seen are those of the seal.

        It finds a change, not a forger who makes both sums again: a copy of the report tells that.

        Raises:
            SealError: They are not.
        """
        found = content_hash(self.content)
        if found != self.hash:
            raise SealError(
                worded(
                    "the protocol was changed after it was sealed at {sealed}: its hash is "
                    "{found}, the seal's {hash}; no verdict follows from it",
                    sealed=self.sealed,
                    found=found[:12],
                    hash=self.hash[:12],
                )
            )
        if mark_of(self) != self.mark:
            raise SealError(
                worded(
                    "the seal {hash} was changed after it was made: its time, {sealed}, or what "
                    "was seen before; no verdict follows from it",
                    hash=self.hash[:12],
                    sealed=self.sealed,
                )
            )

    def lines(self) -> Iterator[str]:
        """What a reader of a verdict must know of its rules."""
        yield tr(
            "Protocol {hash}, sealed {sealed}; {declared}.",
            hash=self.hash[:12],
            sealed=self.sealed,
            declared=declared(self),
        )
        if self.first:
            yield tr(
                "It is not the first for this golden set, that is {first}; changed: {changed}.",
                first=self.first[:12],
                changed=tr("; ").join(map(change_words, self.changed))
                or tr("nothing but its seal"),
            )


def declared(seal: Seal) -> str:
    """`declared before`, or `declared after 5 variants were seen`."""
    seen = len(seal.seen_variants)
    if not seal.declared_before:
        return trn(
            "declared after {n:,} variant was seen on these questions",
            "declared after {n:,} variants were seen on these questions",
            seen,
        )
    if not seen:
        return tr("declared before any candidate was seen")
    return trn(
        "declared before any candidate was seen; {n:,} variant was seen on these questions, no "
        "candidate among them",
        "declared before any candidate was seen; {n:,} variants were seen on these questions, no "
        "candidate among them",
        seen,
    )


def canonical(value: Any) -> str:
    """JSON with sorted keys and without blanks, the same text for the same value.

    Whole numbers that a form or TOML may give as either are one: 5 and 5.0.
    """
    return json.dumps(
        _plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def content_hash(content: Mapping[str, Any]) -> str:
    """sha256 of the canonical JSON, in hex."""
    return hashlib.sha256(canonical(content).encode("ascii")).hexdigest()


def content_of(
    protocol: Protocol,
    golden: GoldenSet,
    settings: RunSettings,
    embedder: Embedder,
    chunks: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What is sealed before a run: everything that its verdicts depend on.

    Args:
        chunks: By variant id, the fingerprint of its chunks where cutting takes no vectors.
    """
    model = {"name": embedder.name, "revision": embedder.revision}
    given = {name: getattr(settings, name) for name in CONDITIONS if hasattr(settings, name)}
    given |= {"key": list(golden.key), "tokenizer": tokenizer.NAME, "model": model}
    return {
        "protocol": protocol.stored(),
        "golden_set": {"name": golden.name, "digest": golden.digest},
        "conditions": {**given, "code": code_digest(), "versions": versions()},
        "chunks": dict(chunks or {}),
    }


def conditions_of(run: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions a report's run was made under, as `content_of` has them; those that an
    earlier version did not record are left out."""
    told = run.get("embedding_model")
    model = told if isinstance(told, Mapping) else {}
    given = {name: run[name] for name in CONDITIONS if name in run}
    return {**given, "model": {name: model.get(name) for name in ("name", "revision")}}


def mark_of(seal: Seal) -> str:
    """sha256 over the hash, the time and what was seen, in hex."""
    parts = seal.hash, seal.sealed, seal.seen_candidates, seal.seen_variants
    return hashlib.sha256(canonical([*parts, seal.first, seal.changed]).encode()).hexdigest()


def sealed(
    content: Mapping[str, Any],
    now: str,
    seen: Collection[str],
    earlier: Seal | None,
    alike: Collection[str] = (),
) -> Seal:
    """The content under a seal.

    Args:
        seen: Ids of the variants with a result on the deciding questions.
        alike: Ids of candidates whose chunks have a result under another id.
        earlier: The first seal of this golden set, if there is one.
    """
    candidates = content["protocol"]["candidates"]
    made = Seal(
        json.loads(canonical(content)),
        content_hash(content),
        now,
        tuple(sorted(set(candidates) & {*seen, *alike})),
        tuple(sorted(set(seen))),
    )
    if earlier is not None:
        changed = tuple(changes(earlier.content, made.content))
        made = replace(made, first=earlier.hash, changed=changed)
    return replace(made, mark=mark_of(made))


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """`budget_tokens 600 to 1200`, a part that differs; parts are named by their path."""
    old, new = dict(_flat("", before)), dict(_flat("", after))
    for name in sorted(old.keys() | new.keys()):
        before, after = (side.get(name, UNRECORDED) for side in (old, new))
        if canonical(before) != canonical(after):
            shown = name.removeprefix("protocol.")
            yield f"{shown} {_shown(before)} to {_shown(after)}"


# As `changes` says it. A value may itself hold " to "; then it cannot be told where it ends.
_CHANGE = re.compile(r"(\S+) ((?:(?! to ).)*) to ((?:(?! to ).)*)", re.DOTALL)


def change_words(line: str) -> str:
    """A line of `changes` in the reader's language: it is sealed in English, as it was made."""
    found = _CHANGE.fullmatch(line)
    if found is None:
        return line
    name, before, after = found.groups()
    values = {
        side: worded(value) if value in _WORDS else value
        for side, value in (("before", before), ("after", after))
    }
    return tr("{name} {before} to {after}", name=name, **values)


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        yield prefix, value
        return
    for key, one in value.items():
        yield from _flat(f"{prefix}.{key}" if prefix else str(key), one)


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)[:60]
