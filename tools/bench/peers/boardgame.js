// Replays the events of a battle as moves of boardgame.io, and says how long each replay took.
//
// Arguments: a file with one JSON event a line. Answers each line of standard input: "replay"
// with the milliseconds of CPU time of one replay, "state" with the state at its end.

const fs = require('fs');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');

const STATUS = {
  UnitExploded: 'exploding', UnitRemoved: 'removed', UnitSlain: 'slain', UnitToppled: 'wreck',
};

function startRound(G, number) {
  G.round = number;
  for (const unit of Object.values(G.units)) {
    unit.move = null;
    if ('table_rolls' in unit) unit.table_rolls = 0;
    for (const weapon of Object.values(unit.weapons)) weapon.fired = false;
  }
}

function rule(G, changes) {
  for (const { path, after } of changes) {
    const parts = path.split('.');
    const field = parts.pop();
    parts.reduce((place, part) => place[part], G)[field] = after ?? null;
  }
}

function apply(G, event) {
  const unit = G.units[event.unit];
  switch (event.type) {
    case 'UnitAdded': G.units[event.unit] = event.profile; break;
    case 'HullPointLost': unit.hull = event.hull; break;
    case 'ArmorPointsLost': unit.armor = event.armor; break;
    case 'UnitMoved':
      unit.position = event.position;
      if (unit.move) unit.move.spent_milli = event.spent_milli;
      break;
    case 'UnitTurned':
    case 'UnitPlaced': unit.position = event.position; break;
    case 'TurnDeclared':
      unit.move = { declared_decideg: event.turn_decideg, allowance_milli: event.allowance_milli };
      break;
    case 'WeaponFired': unit.weapons[event.weapon].fired = true; break;
    case 'WoundsLost': unit.models[event.model].wounds = event.wounds; break;
    case 'ModelRemoved': unit.models[event.model].status = 'removed'; break;
    case 'DamageTableRolled': unit.table_rolls += 1; break;
    case 'LegHitSuffered': unit.movement = event.movement; break;
    case 'MoraleChecked': unit.battle_shocked_until = event.until ?? null; break;
    case 'RoundStarted': startRound(G, event.round); break;
    case 'PhaseStarted': G.phase = event.phase; break;
    case 'RoundEnded': G.phase = null; break;
    case 'RulingMade': rule(G, event.changes); break;
    case 'UnitToppled': unit.position.facing_decideg = event.facing_decideg; // and its status
    default: if (event.type in STATUS) unit.status = STATUS[event.type];
  }
}

const game = {
  name: 'battle',
  setup: () => ({ units: {}, round: 0, phase: null }),
  disableUndo: true,
  moves: { happen: ({ G }, event) => apply(G, event) },
};
const reducer = CreateGameReducer({ game });

function replay(file) {
  let state = InitializeGame({ game, numPlayers: 1 });
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (!line) continue;
    const payload = { type: 'happen', args: [JSON.parse(line)], playerID: '0' };
    state = reducer(state, { type: 'MAKE_MOVE', payload });
  }
  return state.G;
}

const file = process.argv[2];
require('readline').createInterface({ input: process.stdin }).on('line', (asked) => {
  const before = process.cpuUsage();
  const state = replay(file);
  const { user, system } = process.cpuUsage(before);
  console.log(asked === 'state' ? JSON.stringify(state) : (user + system) / 1000);
});
