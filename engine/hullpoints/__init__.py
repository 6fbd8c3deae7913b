"""The hull-point rule set: walkers, vehicles, infantry.  One file a section of its page."""

from __future__ import annotations

from rollbook.engine.common import decide_end_game, decide_note
from rollbook.engine.hullpoints import (
    combat,
    damage,
    explosion,
    morale,
    movement,
    profile,
    ramming,
    rounds,
    rulings,
    shooting,
    timber,
    transport,
)
from rollbook.engine.hullpoints.book import read_book
from rollbook.engine.hullpoints.house_rules import start
from rollbook.engine.ruleset import RuleSet, register
from rollbook.events.game import EndGame, Note, Ruling
from rollbook.events.hullpoints import HULL_POINTS as VOCABULARY
from rollbook.events.hullpoints import RULES
from rollbook.events.hullpoints import commands as c
from rollbook.events.hullpoints.profiles import AddUnit
from rollbook.projections.hullpoints import HULL_POINTS as PROJECTION

HULL_POINTS = register(
    RuleSet(
        name=RULES,
        version="1",
        vocabulary=VOCABULARY,
        projection=PROJECTION,
        deciders={
            Note: decide_note,
            EndGame: decide_end_game,
            Ruling: rulings.decide_ruling,
            AddUnit: profile.decide_add_unit,
            c.PlaceUnit: profile.decide_place_unit,
            c.AssignGunner: profile.decide_assign_gunner,
            c.StartRound: rounds.decide_start_round,
            c.StartPhase: rounds.decide_start_phase,
            c.EndRound: rounds.decide_end_round,
            c.DeclareTurn: movement.decide_declare_turn,
            c.TurnUnit: movement.decide_turn_unit,
            c.MoveUnit: movement.decide_move_unit,
            c.Embark: transport.decide_embark,
            c.Disembark: transport.decide_disembark,
            c.Ram: ramming.decide_ram,
            c.FireWeapon: shooting.decide_fire_weapon,
            c.ApplyDamage: damage.decide_apply_damage,
            c.ResolveExplosion: explosion.decide_resolve_explosion,
            c.ResolveTimber: timber.decide_resolve_timber,
            c.Duel: combat.decide_duel,
            c.Strike: combat.decide_strike,
            c.AllocateHits: combat.decide_allocate_hits,
            c.Check: morale.decide_check,
        },
        start=start,
        read_book=read_book,
        check_shape=rulings.check_ruling,
    )
)
