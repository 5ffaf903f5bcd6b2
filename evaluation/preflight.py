"""What a golden set and settings can and cannot show, told before anything runs."""

from evaluation.checks import evidence, model, power, questions, sizes, variants
from evaluation.checks.finding import SEVERITIES, Finding
from evaluation.checks.registry import CHECKS
from evaluation.checks.subject import Subject
from evaluation.cuts import Cuts
from evaluation.embedding import Embedder
from evaluation.settings import RunSettings
from golden_sets.golden_set import GoldenSet

# Importing a family registers its checks; a new family is added to this line.
FAMILIES = (sizes, variants, questions, evidence, model, power)


def preflight(
    golden: GoldenSet,
    settings: RunSettings,
    embedder: Embedder | None = None,
    cuts: Cuts | None = None,
) -> tuple[Finding, ...]:
    """What every registered check finds, the gravest first.

    No model is loaded: variants that cut by sentence vectors are left to the run.

    Args:
        cuts: Of a run that goes on with them.
    """
    subject = Subject(golden, settings, embedder, cuts)
    found = [
        Finding(check.name, told.severity, told.finding, check.consequence, told.ids)
        for check in CHECKS.values()
        for told in check.look(subject)
    ]
    return tuple(sorted(found, key=lambda finding: SEVERITIES.index(finding.severity)))
