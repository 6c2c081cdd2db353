import { randomUUID } from 'node:crypto';
import type { DirectoryImport } from '../../src/contract/console/directory-import.ts';
import { randomFor } from '../../src/service/random.ts';
import type { FaultRule } from './gridhelm.ts';

const ORGANISATION = randomUUID();
const MEMBERS = 3;

/** A fleet of small Collectives, in pairs that share their Entities. */
export function pairedFleet(pairs: number) {
  const entities = Array.from({ length: pairs * MEMBERS }, (_, index) => ({
    id: randomUUID(),
    name: `Plant ${index + 1}`,
    type: 'SolarPlant',
    brand: 'Volta',
  }));
  const collectives = Array.from({ length: pairs * 2 }, (_, index) => {
    const from = Math.floor(index / 2) * MEMBERS;
    return {
      id: randomUUID(),
      name: `Park ${index + 1}`,
      type: 'SolarFarm',
      owner: null,
      entities: entities.slice(from, from + MEMBERS).map(({ id }) => id),
    };
  });
  const directory: DirectoryImport = { collectives, entities };
  const world = {
    organisations: [{ id: ORGANISATION, name: 'Parks' }],
    collectives: collectives.map((collective) => ({
      ...collective,
      organisationId: ORGANISATION,
    })),
    entities: entities.map((entity) => ({ ...entity, organisationId: ORGANISATION })),
  };
  return { directory, world, collectiveIds: collectives.map(({ id }) => id) };
}

/** A dispatch requested by the test. */
export interface PlannedDispatch {
  key: string;
  collectiveId: string;
  kind: 'now' | 'schedule';
  body: unknown;
  /** Identifies its Commands; twins share it. */
  mark: { type: string; value: string | null; triggerTime: string | null };
  /** How long after the start of its round it is sent, in milliseconds. */
  startMs: number;
  /** How many are sent at the same moment, as by a double click. */
  presses: number;
}

/** Concurrent dispatches, with their faults. */
export interface Round {
  dispatches: PlannedDispatch[];
  faults: FaultRule[];
  /** When the console is killed after the start, in milliseconds; null: it is not. */
  killAfterMs: number | null;
}

type Fault = Omit<FaultRule, 'endpoint'>;
const FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'reset-after' },
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 409 },
  { kind: 'delay', ms: 150 },
  { kind: 'delay', ms: 400 },
];

/**
 * Random rounds of dispatches.
 * @param seed decides everything but the ids
 * @param sizes how many rounds of how many dispatches, and in how many rounds the console is killed
 */
export function planRounds(
  seed: number,
  collectiveIds: readonly string[],
  sizes: { rounds: number; perRound: number; kills: number },
): Round[] {
  const random = randomFor(seed, 'ledger');
  const pairCount = collectiveIds.length / 2;
  const firstTrigger = Date.now() + 6 * 3_600_000;
  let marks = 0;
  const dispatchTo = (collectiveId: string, twinOf?: PlannedDispatch): PlannedDispatch => {
    const startMs = random.whole(0, 120);
    const presses = random.chance(0.2) ? 2 : 1;
    const own = { key: randomUUID(), collectiveId, startMs, presses };
    if (twinOf !== undefined) return { ...twinOf, ...own };
    marks += 1;
    if (random.chance(0.6)) {
      const mark = { type: 'LimitFeedIn', value: String(10_000 + marks) };
      return { ...own, kind: 'now', body: mark, mark: { ...mark, triggerTime: null } };
    }
    const triggerTime = new Date(firstTrigger + marks * 60_000).toISOString();
    const mark = { type: 'StopFeedIn', value: null, triggerTime };
    return { ...own, kind: 'schedule', body: [mark], mark };
  };
  const rounds = Array.from({ length: sizes.rounds }, (): Round => {
    const pairs = new Set<number>();
    while (pairs.size < sizes.perRound) {
      pairs.add(random.whole(0, pairCount - 1));
    }
    const dispatches = [...pairs].map((pair) =>
      dispatchTo(collectiveIds[2 * pair + random.whole(0, 1)] ?? ''),
    );
    const [first] = dispatches;
    if (first !== undefined && random.chance(0.15)) {
      // The same to the other Collective of the pair: the same devices get it twice.
      const at = collectiveIds.indexOf(first.collectiveId);
      dispatches.pop();
      dispatches.push(dispatchTo(collectiveIds[at % 2 === 0 ? at + 1 : at - 1] ?? '', first));
    }
    const faults = dispatches.flatMap(({ kind }): FaultRule[] => {
      const fault = random.chance(0.7) ? random.pick(FAULTS) : undefined;
      const endpoint = kind === 'now' ? 'sendCommand' : 'scheduleCommands';
      return fault === undefined ? [] : [{ endpoint, count: 1, ...fault }];
    });
    return { dispatches, faults, killAfterMs: null };
  });
  const killed = new Set<number>();
  while (killed.size < sizes.kills) killed.add(random.whole(0, rounds.length - 1));
  for (const index of killed) {
    const round = rounds[index];
    if (round !== undefined) round.killAfterMs = random.whole(0, 350);
  }
  return rounds;
}
