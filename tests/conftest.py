"""Hypothesis profiles for the whole suite; everything else lives beside the tests that use it."""

import os

from hypothesis import HealthCheck, settings

from tests.reps import SOAK

_CALM = [HealthCheck.too_slow]
"""Two shared cores are sometimes slow; that says nothing about the code."""

settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=_CALM)
settings.register_profile(
    "ci", max_examples=100, deadline=None, derandomize=True, print_blob=True, suppress_health_check=_CALM
)
settings.register_profile("soak", max_examples=5000, deadline=None, print_blob=True, suppress_health_check=_CALM)
settings.load_profile(
    os.environ.get("FRACAS_PROFILE") or ("soak" if SOAK else "ci" if os.environ.get("CI") else "quick")
)
