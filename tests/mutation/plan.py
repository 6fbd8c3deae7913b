"""Which modules are mutated, and which tests must notice, the quick ones first."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]

LOG = "tests/events/log"
_READER = (
    *(f"{LOG}/test_guards.py", f"{LOG}/test_wrong_files.py", f"{LOG}/test_readahead.py"),
    f"{LOG}/test_chain.py",
    *("tests/events/test_schema.py", "tests/events/test_build.py", f"{LOG}/test_stores.py"),
    *("tests/events/test_messages.py", "tests/events/test_owned.py", f"{LOG}/test_quick.py"),
    *(f"{LOG}/test_timeline.py", "tests/fire/test_sidefiles.py", "tests/engine/test_forkfile.py"),
    *("tests/fire/test_damage.py::TestFrames", "tests/fire/test_damage.py::TestTails"),
    *("tests/fire/test_damage.py::TestSetAside", "tests/fire/test_processes.py"),
    *("tests/fire/test_hostile.py::TestDeepAndWide", "tests/golden"),
)
_PROOFS = (
    f"{LOG}/test_note_limits.py",
    *(f"{LOG}/test_note.py", f"{LOG}/test_checkpoint.py", f"{LOG}/test_merkle.py"),
    *(f"{LOG}/test_tlogproof.py", "tests/fuzz", "tests/engine/audit/test_signature_drill.py"),
    "tests/tools/cli/test_evidence_commands.py",
)
_AUDIT = (
    *("tests/engine/audit/test_forged_entries.py", "tests/engine/audit/test_gradedrolls.py"),
    *("tests/engine/audit/test_tamper_drill.py", "tests/engine/audit/test_signature_drill.py"),
    *("tests/engine/audit/test_honest.py", "tests/engine/dice", "tests/engine/audit"),
    "tests/tools/cli/test_evidence_commands.py",
)
_HULL = (
    *("tests/engine/hullpoints/test_hullpoints_cases.py", "tests/engine/hullpoints"),
    "tests/reference",
)
_ARMOUR = (
    "tests/engine/armourvalue/test_armourvalue_cases.py",
    *("tests/engine/armourvalue", "tests/projections"),
)


@frozen
class Part:
    """A part of the product: its modules, the tests that hold it, and whether it reduces."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    reducers: bool = False


def _log(*names: str) -> tuple[str, ...]:
    return tuple(f"events/log/{name}.py" for name in names)


PARTS = (
    Part(
        "reader",
        (
            *_log("frame", "codec", "chain", "readahead", "recovery", "timeline", "sidefile"),
            *_log("file", "disk", "log", "quick", "repair"),
            *("events/schema.py", "events/build.py", "events/packing.py", "events/listing.py"),
            *("events/schemarows.py", "events/shape.py"),
        ),
        _READER,
    ),
    Part("verifier", _log("verify"), _READER),
    Part(
        "proofs",
        _log("note", "checkpoint", "merkle", "tlogproof", "keys", "exhibit", "signed"),
        _PROOFS,
    ),
    Part("audit", ("engine/audit/*.py",), _AUDIT),
    Part("hull-point reducers", ("projections/hullpoints/*.py",), _HULL, reducers=True),
    Part("armour-value reducers", ("projections/armourvalue/*.py",), _ARMOUR, reducers=True),
    Part("fold", ("projections/fold.py", "projections/state.py"), (*_HULL, "tests/engine")),
)


def modules_of(part: Part) -> list[str]:
    """Give the files of *part*, those that are there."""
    found = [path for pattern in part.modules for path in sorted(ROOT.glob(pattern))]
    return [path.relative_to(ROOT).as_posix() for path in found]


def held_by(part: Part) -> list[str]:
    """Give the tests that hold *part*, those that are there."""
    return [test for test in part.tests if (ROOT / test.partition("::")[0]).exists()]


def stages(part: Part, module: str) -> list[list[str]]:
    """Give the tests for *module* in turns: those named after it first, since they know it best."""
    tests = held_by(part)
    own = sorted(path.relative_to(ROOT).as_posix() for path in _named_after(module))
    rest = [test for test in tests if test not in own]
    half = max(1, len(rest) // 3)
    return [stage for stage in (own, rest[:half], rest[half:]) if stage]


def _named_after(module: str) -> list[Path]:
    return list((ROOT / "tests").glob(f"**/test_{Path(module).stem}.py"))
