import type { EntityListRow } from '../../contract/console/directory-list.ts';
import type { EntityFacts } from '../../contract/console/entity-facts.ts';
import type { AllCollectiveFacts, CollectiveFacts } from '../../contract/console/fleet-facts.ts';
import { ENDED, vanBatch } from './batch-samples.ts';
import { AS_OF, COLLECTIVES, ENTITIES } from './fleet-samples.ts';

const READ = { readAt: AS_OF, isStale: false };

/** Energy of 30 days up to the day of the samples. @param scale in kWh per day */
export function energyDays(scale: number): NonNullable<EntityFacts['energy']> {
  const days = Array.from({ length: 30 }, (_, at) => (at % 7 > 4 ? 0 : scale * (1 + (at % 5) / 5)));
  const value = days.reduce((sum, day) => sum + day, 0);
  return {
    value,
    unit: 'kWh',
    sessions: 42,
    leftOut: { otherUnits: 0, withoutEnergy: 0, doubtful: 0 },
    days,
    until: '2026-03-02',
    provisionalFrom: '2026-03-01',
    ...READ,
  };
}

/** Facts of an Entity that was fully read today. */
export const FACTS: EntityFacts = {
  commandsAt: AS_OF,
  last: { verdict: 'verified', type: 'StopCharging', at: '2026-03-02T13:41:00Z', isOurs: true },
  seenAt: '2026-03-02T13:41:20Z',
  sessionsFrom: '2026-01-26T03:00:00Z',
  isSilent: false,
  energy: energyDays(8),
  capacity: { value: 68, ...READ },
  capture: { isOn: true, ...READ },
  place: 'Waalhaven, gate 3',
  planned: { type: 'StartCharging', at: '2026-03-02T22:00:00Z' },
  failing: null,
  partial: null,
  readAt: AS_OF,
};

/** Facts of an Entity that was never read. */
export const UNREAD_FACTS: EntityFacts = {
  commandsAt: null,
  last: null,
  seenAt: null,
  sessionsFrom: null,
  isSilent: false,
  energy: null,
  capacity: null,
  capture: null,
  place: null,
  planned: null,
  failing: { count: 5, message: 'Forbidden' },
  partial: null,
  readAt: null,
};

/** Fresh, commanded by another system, silent and stale, never read, and not yet processed. */
const OF_ENTITIES: readonly (EntityFacts | null)[] = [
  FACTS,
  {
    ...FACTS,
    last: { verdict: 'failed', type: 'StartCharging', at: '2026-03-02T11:02:00Z', isOurs: false },
    energy: { ...energyDays(31), leftOut: { otherUnits: 2, withoutEnergy: 1, doubtful: 2 } },
    planned: null,
  },
  {
    ...FACTS,
    last: { verdict: 'acknowledged', type: 'Reset', at: '2026-02-02T11:02:00Z', isOurs: true },
    seenAt: '2026-02-02T11:02:00Z',
    isSilent: true,
    energy: {
      ...energyDays(2),
      value: 0,
      days: Array.from({ length: 30 }, (_, at) => (at > 26 ? null : 0)),
      readAt: '2026-02-26T03:00:00Z',
      isStale: true,
    },
    capacity: { value: null, ...READ },
    capture: { isOn: false, ...READ },
    planned: null,
  },
  UNREAD_FACTS,
  null,
];

/** The rows of the list of Entities. */
export const ENTITY_ROWS: readonly EntityListRow[] = ENTITIES.map((entity, at) => ({
  ...entity,
  facts: OF_ENTITIES[at] ?? null,
}));

/** The sums of a Collective's Entities; by default all of them were read. */
export function collectiveFacts(
  of: { id: string; entityCount: number },
  change: Partial<CollectiveFacts> = {},
): CollectiveFacts {
  const count = of.entityCount;
  return {
    id: of.id,
    energy: { ...energyDays(count * 8), readOf: { known: count, of: count } },
    lastBatch: vanBatch(ENDED).batch,
    next: null,
    entities: count,
    commandsRead: count,
    commandsPartly: 0,
    sessionsPartly: 0,
    silent: 0,
    failing: 0,
    partial: 0,
    unread: 0,
    ...change,
  };
}

/** Of the sample Collectives one was read, one partly, one not at all. */
export const COLLECTIVE_FACTS: AllCollectiveFacts = {
  collectives: COLLECTIVES.map((row, at) => {
    if (at === 0) return collectiveFacts(row, { silent: 3, failing: 1 });
    if (at === 1) {
      const energy = { ...energyDays(40), isStale: true, readOf: { known: 18, of: 24 } };
      return collectiveFacts(row, { energy, lastBatch: null, unread: 6 });
    }
    return collectiveFacts(row, { energy: null, lastBatch: null });
  }),
  asOf: AS_OF,
};
