"""What comes first in every decider: what is owed, and the phase."""

from __future__ import annotations

from typing import Any

from rollbook.engine.common import check_pending, check_phase
from rollbook.projections.armourvalue.state import ArmourValueState


def begin(
    state: ArmourValueState,
    *phases: str | None,
    settles: str | None = None,
    unit: str | None = None,
) -> None:
    """
    Check that nothing else is owed and that this is one of the *phases* (none: any).

    Raises ``PENDING``, ``NOT_PENDING`` or ``WRONG_PHASE``.
    """
    owing: Any = state
    check_pending(owing, settles, unit)
    if phases:
        check_phase(state, *phases)
