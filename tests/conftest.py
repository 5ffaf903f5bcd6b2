"""Shared fixtures, and how many examples the property tests try."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", max_examples=300, derandomize=True, **_COMMON)
settings.register_profile("fuzz", max_examples=30_000, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def shared_data() -> Path:
    """The folder of real documents; the test skips where it is absent."""
    folder = os.environ.get("CHUNKBOARD_DATA", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"CHUNKBOARD_DATA is {folder!r}, which is no folder of real documents")
    return Path(folder)
