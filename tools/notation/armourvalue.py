"""The words of ``armour-value``."""

from __future__ import annotations

from rollbook.tools.notation.forms import Form, register_forms

_ADDED = (
    (
        'add walker anvil "Old Anvil" for ann at -4,-9@0 armour_value=12,12,10 bs=4 ws=4 '
        "strength=6 initiative=4 attacks=2 + gun heavy range=36 shots=2 strength=7 ap=4"
    ),
    'add vehicle bulwark "Bulwark" for ann at 0,-6@0 armour_value=14,13,10 bs=4 tank',
    (
        'add infantry guards "Gate Guards" for ann at 6,-4@0 models=8 bs=4 ws=4 strength=4 '
        "toughness=4 initiative=4 attacks=1 leadership=8 save=3"
    ),
)

FORMS = {
    "add_unit": Form(
        "add {kind} {unit} {name?} for {owner} at {position}",
        items=("weapons", "{id} {kind}"),
        examples=_ADDED,
    ),
    "start_turn": Form("turn {player}", heading=True, count="round"),
    "start_phase": Form("phase {phase}", heading=True),
    "move_unit": Form("move {unit} {distance_milli} to {position}"),
    "run_unit": Form("run {unit} {distance_milli} to {position}"),
    "trigger_smoke": Form("smoke {unit}"),
    "embark": Form("embark {unit} into {vehicle} from {distance_milli}"),
    "disembark": Form("disembark {unit} {distance_milli} to {position}"),
    "ram": Form("ram {unit} into {target} {distance_milli} to {position}"),
    "ram_response": Form("respond {unit} {response}"),
    "fire_weapon": Form(
        "fire {unit} {weapon} at {target} range {range_milli} bearing {bearing_decideg}"
    ),
    "assault_unit": Form("assault {unit} into {target} {distance_milli} to {position}"),
    "fight": Form("fight {unit} against {target}"),
    "score_combat": Form("score {combat}"),
    "sweep": Form("sweep {unit} after {target}"),
    "pile_in": Form("pile in {unit} {distance_milli} to {position}"),
    "consolidate": Form("consolidate {unit} {distance_milli} to {position}"),
    "apply_damage_roll": Form("damage {unit} {outcome} by {reason}"),
    "resolve_explosion": Form("explode {unit}", items=("hits", "{unit}")),
}

register_forms("armour-value", FORMS)
