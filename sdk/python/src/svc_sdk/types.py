"""Shapes of v3 of the API. Those of v2 are in `svc_sdk.v2_types`."""

from ._generated.types import *  # noqa: F403
