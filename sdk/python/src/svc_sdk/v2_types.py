"""Shapes of v2 of the API."""

from ._generated.v2_types import *  # noqa: F403
