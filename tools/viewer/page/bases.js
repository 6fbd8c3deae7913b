// The bases of units: as they were typed, as the state lists them, or as they usually are.

const UNKNOWN = { walker: 60, vehicle: [70, 110], infantry: 32 };

/** Give the bases that `add_unit` typed on the path to entry *seq*, by unit. */
function typedUpTo(log, seq) {
  const missing = [];
  for (let at = seq; at !== null && log.typed[at] === undefined; at = log.entries[at].parent) missing.push(at);
  for (const at of missing.reverse()) {
    const { parent, command } = log.entries[at];
    const before = parent === null ? new Map() : log.typed[parent];
    // Entries that add nothing share the map of the one before.
    log.typed[at] = command.do === "add_unit" ? new Map(before).set(command.unit, command.base_mm) : before;
  }
  return log.typed[seq];
}

/** Give the base of a unit at entry *seq* in mm as [width, length], and whether it was recorded. */
export function baseOf(log, seq, id, unit) {
  const typed = typedUpTo(log, seq).get(id);
  // The state lists one number for an oval base.
  if (Array.isArray(typed)) return { size: [Math.min(...typed), Math.max(...typed)], known: true, oval: true };
  const across = unit.base_mm ?? typed;
  if (typeof across === "number") return { size: [across, across], known: true, oval: true };
  const size = UNKNOWN[unit.kind] || 40;
  return Array.isArray(size) ? { size, known: false, oval: false } : { size: [size, size], known: false, oval: true };
}
