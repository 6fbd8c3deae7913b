// What kind of thing an event is: its mark on the timeline, and what the keys jump to.

const HULL = new Set(["HullPointLost", "WoundsLost", "ModelRemoved", "UnitRemoved", "UnitSlain", "VehicleInoperable", "VehicleWrecked", "VehicleImmobilised", "UnitToppled"]);
const ARMOUR = new Set(["ArmorPointsLost", "PenetrationRolled"]);
/** What the judge's layer is made of: of every log, and of an event's results. */
export const DISPUTES = ["DisputeRaised", "ResultDisputed"];
export const RULINGS = ["RulingMade", "ResultRuled", "ResultCountedAsReported"];
export const CORRECTIONS = ["ResultCorrected"];
export const PENALTIES = ["PenaltyGiven", "PenaltyLifted"];
const JUDGE = new Set([...DISPUTES, "DisputeSettled", "NoteMade", ...RULINGS, ...CORRECTIONS, ...PENALTIES]);
const MOVERS = new Set(["TakenBack", "Restored", "TimelineForked"]);
const BLASTS = new Set(["UnitExploded", "ExplosionResolved"]);

/** The kinds in the order of the legend: id, name, and the path of its mark in a box of 10. */
export const KINDS = [
  ["roll", "Roll", "M1.5 1.5h7v7h-7z"],
  ["armour", "Armour", "M1 1h8v4.5L5 9.5 1 5.5z"],
  ["hull", "Hull or wounds lost", "M0.5 1h9L5 9.5z"],
  ["table", "Damage table", "M5 0.3 9.7 5 5 9.7 0.3 5z"],
  ["morale", "Morale", "M5 0.5a4.5 4.5 0 1 0 .01 0zM5 3a2 2 0 1 1-.01 0z"],
  ["explosion", "Explosion", "M5 0 6.3 3.2 9.6 2.1 7.6 5l2 2.9-3.3-1.1L5 10 3.7 6.8.4 7.9 2.4 5 .4 2.1l3.3 1.1z"],
  ["judge", "Ruling, dispute, note", "M1.5 0.5h7v5.5h-5.5v3.5h-1.5z"],
  ["takeback", "Take-back, fork", "M4 0.5v2.2h2.2a3.3 3.3 0 0 1 0 6.6H2V7.5h4.2a1.5 1.5 0 0 0 0-3H4v2.2L0.5 3.6z"],
];

/** Give the rolls inside an event: [field, roll]. */
export function rollsIn(event) {
  return Object.entries(event).filter(([, v]) => v && typeof v === "object" && Array.isArray(v.faces) && "sides" in v);
}

/** Give the kind of an event, or "plain". */
export function kindOf(event) {
  const type = event.type;
  if (JUDGE.has(type)) return "judge";
  if (MOVERS.has(type)) return "takeback";
  if (BLASTS.has(type)) return "explosion";
  if (type === "DamageTableRolled") return "table";
  if (type === "MoraleChecked") return "morale";
  if (ARMOUR.has(type)) return "armour";
  if (HULL.has(type)) return "hull";
  return rollsIn(event).length ? "roll" : "plain";
}

/** Give the units that an event names. */
export function unitsIn(event) {
  const found = [];
  for (const name of ["unit", "target", "victim", "attacker", "defender", "rammer", "vehicle", "tank", "source"]) {
    if (typeof event[name] === "string") found.push(event[name]);
  }
  for (const name of ["units", "others"]) {
    if (Array.isArray(event[name])) found.push(...event[name].filter((v) => typeof v === "string"));
  }
  for (const hit of Array.isArray(event.hits) ? event.hits : []) {
    if (hit && typeof hit.unit === "string") found.push(hit.unit);
  }
  return [...new Set(found)];
}
