"""The words of ``hull-points``."""

from __future__ import annotations

from rollbook.tools.notation.forms import Form, register_forms

_STRUCK = "{unit}"

_ADDED = (
    (
        'add walker gertie "Old Gertie" for ann toughness=11,10,9 base=80 weight=heavy ws=4/4 '
        "strength=7 grit=5 sagacity=4 + gun ranged mount=front shots=2 strength=9"
    ),
    (
        'add vehicle mule "The Mule" for ann toughness=8,7,6 hull=4 armor=0 movement=10 capacity=8 '
        "access=ramp,rear driver.ws=3 driver.grit=4 driver.sagacity=3"
    ),
    (
        'add infantry rats "Ditch Rats" for ann toughness=4 base=28 ws=4/4 strength=4 grit=4 '
        "sagacity=3 models=sgt,a,b initiative=4"
    ),
)

FORMS = {
    "add_unit": Form(
        "add {kind} {unit} {name?} for {owner}", items=("weapons", "{id} {kind}"), examples=_ADDED
    ),
    "place_unit": Form("place {unit} at {x_milli,y_milli@facing_decideg}"),
    "assign_gunner": Form("gunner {unit} {weapon} {ws}"),
    "start_round": Form("round", heading=True, count=""),
    "start_phase": Form("phase {phase}", heading=True),
    "end_round": Form("end round"),
    "declare_turn": Form("declare {unit} {turn_decideg}"),
    "turn_unit": Form("turn {unit} {turn_decideg}"),
    "move_unit": Form("move {unit} {direction} {distance_milli}"),
    "embark": Form("embark {models} into {unit} by {access} from {distance_milli}"),
    "disembark": Form("disembark {models} from {unit} by {access} to {distance_milli}"),
    "ram": Form("ram {unit} into {target} {direction} {distance_milli}"),
    "fire_weapon": Form("fire {unit} {weapon} at {target}"),
    "apply_damage": Form("damage {unit} {amount} by {cause}"),
    "resolve_explosion": Form("explode {unit}", items=("hits", _STRUCK)),
    "resolve_timber": Form("timber {unit}", items=("under", _STRUCK)),
    "duel": Form("duel {attacker} against {defender}"),
    "strike": Form("strike {unit}"),
    "allocate_hits": Form("allocate {unit}", items=("allocation", "{weapon} on {target} {hits}")),
    "check": Form("check {unit} {characteristic}"),
}

register_forms("hull-points", FORMS)
