"""The whole system on a disk that loses unsynced sectors: what was acknowledged is there."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.errors import DamagedLog, LogError
from rollbook.events.log.file import FileLog
from rollbook.events.log.merkle import Tree
from rollbook.events.log.repair import repair_file
from rollbook.events.log.verify import verify_file
from rollbook.events.plain import to_plain
from tests.conftest import CASES
from tests.fire.simdisk import PowerCut, SimDisk

ROUNDS = 6
SEEDS = int(os.environ.get("ROLLBOOK_SEEDS", "300"))
PARTS = 4
"""Parts that the seeds are dealt into, for machines that run tests side by side."""
START = int(os.environ.get("ROLLBOOK_SEED", "0"))


def battle() -> list[dict[str, Any]]:
    """Give the first commands of the demo battle."""
    import json

    lines = (CASES / "hull-points/demo_battle.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


class System:
    """Players at a table whose power fails: what they were told, and what they do next."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = random.Random(seed)
        self.seed = seed
        self.acknowledged: dict[int, bytes] = {}
        self.states: dict[int, Any] = {}
        self.commands = battle()
        self.round = 0
        self.path = folder / "0" / "game.rbk"
        self.path.parent.mkdir(parents=True)
        self.damaged = 0

    def play_round(self) -> None:
        """Play until the power goes, find what is left, and check it."""
        disk = SimDisk(self.path.parent, self.random.randrange(1 << 30))
        session: Session | None = None
        try:
            with disk.running(self.random.randint(1, 60)):
                session = self.open()
                while True:
                    self.move(session)
        except PowerCut:
            pass
        finally:
            left = session.log if session is not None else None
            if isinstance(left, FileLog):
                os.close(left._fd)
        self.round += 1
        into = self.folder / str(self.round)
        disk.crash(into)
        self.path = into / "game.rbk"
        self.check()

    def open(self) -> Session:
        """Open the log, or make it."""
        if self.path.exists():
            return Session.open(self.path)
        session = start(self.commands[0], self.path)
        self.remember(session, 0)
        return session

    def remember(self, session: Session, seq: int) -> None:
        """Note what was acknowledged, and the state that everybody saw then."""
        self.acknowledged[seq] = session.log.leaf(seq)
        self.states[seq] = to_plain(session.states.at(seq))

    def move(self, session: Session) -> None:
        """Do one thing: play on, take back, fork, write a note."""
        timelines = session.log.chain.timelines
        head = timelines.head("main")
        what = self.random.randrange(8)
        command: dict[str, Any]
        if what == 0 and head > 1:
            to = self.random.choice(list(timelines.path(head))[:-1])
            command = {"do": "take_back", "by": "judge", "to": to, "reason": "slip"}
        elif what == 1:
            at = self.random.randint(0, head)
            command = {"do": "fork", "by": "ann", "name": f"f{len(session.log)}", "at": at}
        elif what == 2:
            command = {"do": "note", "by": "ben", "text": "x" * self.random.randint(1, 500)}
        else:
            command = self.commands[min(len(session.log), len(self.commands) - 1)]
        try:
            result = session.submit(command)
        except RuleRefusal:
            return
        self.remember(session, result.entry.seq)

    def check(self) -> None:
        """Hold that everything acknowledged is there, with the states that people saw."""
        if not self.path.exists():
            assert self.acknowledged == {}
            return
        try:
            FileLog.write(self.path).close()
        except DamagedLog:
            self.damaged += 1
            new = self.path.with_name("new.rbk")
            repair_file(self.path, new)
            new.replace(self.path)
            FileLog.write(self.path).close()
        assert verify_file(self.path).status == "ok"
        self.compare()

    def compare(self) -> None:
        """Hold leaves, root and states against what was acknowledged."""
        with FileLog.read(self.path) as log:
            tree = Tree()
            for seq in range(len(log)):
                tree.append(log.leaf(seq))
            for seq, leaf in self.acknowledged.items():
                assert log.leaf(seq) == leaf, f"entry {seq} of seed {self.seed} is lost"
            assert tree.root() == verify_file(self.path).root
            # What was not acknowledged may be there or not; from here on it counts as seen.
            kept = len(log)
        session = Session.open(self.path)
        try:
            for seq in self.states:
                assert to_plain(session.states.at(seq)) == self.states[seq]
            for seq in range(kept):
                self.acknowledged[seq] = session.log.leaf(seq)
        finally:
            session.close()


def run(folder: Path, seed: int) -> System:
    """Run one seed: several power cuts on one game."""
    system = System(folder, seed)
    for _ in range(ROUNDS):
        system.play_round()
    return system


class TestLossyDisk:
    @pytest.mark.crash
    @pytest.mark.parametrize("seed", range(START, START + 12))
    def test_nothing_acknowledged_is_lost(self, seed: int, tmp_path: Path) -> None:
        """Append, take back, fork, cut the power, open again: leaves and states are there."""
        run(tmp_path / "disk", seed)

    @pytest.mark.crash
    @pytest.mark.slow
    @pytest.mark.parametrize("part", range(PARTS))
    def test_many_seeds(self, part: int, tmp_path: Path) -> None:
        """The same, for as many seeds as ROLLBOOK_SEEDS says; a failure names its seed."""
        entries = damaged = 0
        seeds = range(START + part, START + SEEDS, PARTS)
        for seed in seeds:
            system = run(tmp_path / str(seed), seed)
            entries += len(system.acknowledged)
            damaged += system.damaged
        cuts = len(seeds) * ROUNDS
        print(f"power cuts: {cuts}, acknowledged: {entries}, lost: 0, repaired: {damaged}")  # noqa: T201

    def test_the_disk_does_lose_what_is_not_synced(self, tmp_path: Path) -> None:
        """Without its syncs the same system loses entries, so the test above can fail."""
        lost = 0
        for seed in range(30):
            folder = tmp_path / str(seed)
            real = SimDisk._fdatasync
            SimDisk._fdatasync = lambda _, __: None  # type: ignore[method-assign]
            try:
                run(folder, seed)
            except (AssertionError, LogError):
                lost += 1
            finally:
                SimDisk._fdatasync = real  # type: ignore[method-assign]
        assert lost > 5

    def test_the_same_seed_gives_the_same_crash(self, tmp_path: Path) -> None:
        """A failing seed can be run again."""
        one, two = run(tmp_path / "one", 5), run(tmp_path / "two", 5)
        assert len(one.acknowledged) == len(two.acknowledged)
        assert one.damaged == two.damaged
