"""The rule set ``armour-value``: importing this makes it known."""

from __future__ import annotations

from rollbook.engine.armourvalue.assault import assault_unit
from rollbook.engine.armourvalue.book import read_book
from rollbook.engine.armourvalue.close_combat import fight
from rollbook.engine.armourvalue.closing import closing
from rollbook.engine.armourvalue.combat_result import consolidate, pile_in, score_combat, sweep
from rollbook.engine.armourvalue.explosion import resolve_explosion
from rollbook.engine.armourvalue.house_rules import start
from rollbook.engine.armourvalue.movement import move_unit
from rollbook.engine.armourvalue.muster import add_unit
from rollbook.engine.armourvalue.ram_response import ram_response
from rollbook.engine.armourvalue.ramming import ram
from rollbook.engine.armourvalue.rulings import check_ruling, ruling
from rollbook.engine.armourvalue.running import run_unit
from rollbook.engine.armourvalue.shooting import fire_weapon
from rollbook.engine.armourvalue.smoke import trigger_smoke
from rollbook.engine.armourvalue.transport import disembark, embark
from rollbook.engine.armourvalue.turns import start_phase, start_turn
from rollbook.engine.armourvalue.typed_damage import apply_damage_roll
from rollbook.engine.common import decide_end_game, decide_note
from rollbook.engine.ruleset import Decider, RuleSet, register
from rollbook.events.armourvalue import NAME, VOCABULARY
from rollbook.events.armourvalue import commands as asked
from rollbook.events.game import EndGame, Note, Ruling
from rollbook.events.message import Command
from rollbook.projections.armourvalue import P

_CLOSED: dict[type[Command], Decider] = {
    asked.AddUnit: add_unit,
    asked.StartTurn: start_turn,
    asked.StartPhase: start_phase,
    asked.MoveUnit: move_unit,
    asked.RunUnit: run_unit,
    asked.TriggerSmoke: trigger_smoke,
    asked.Embark: embark,
    asked.Disembark: disembark,
    asked.Ram: ram,
    asked.RamResponse: ram_response,
    asked.FireWeapon: fire_weapon,
    asked.AssaultUnit: assault_unit,
    asked.Fight: fight,
    asked.ScoreCombat: score_combat,
    asked.Sweep: sweep,
    asked.PileIn: pile_in,
    asked.Consolidate: consolidate,
    asked.ApplyDamageRoll: apply_damage_roll,
    asked.ResolveExplosion: resolve_explosion,
}

DECIDERS: dict[type[Command], Decider] = {
    **{command: closing(decider) for command, decider in _CLOSED.items()},
    Note: decide_note,
    Ruling: ruling,
    EndGame: decide_end_game,
}

RULES = register(
    RuleSet(
        name=NAME,
        version="1",
        vocabulary=VOCABULARY,
        projection=P,
        deciders=DECIDERS,
        start=start,
        read_book=read_book,
        check_shape=check_ruling,
    )
)

__all__ = ["DECIDERS", "RULES"]
