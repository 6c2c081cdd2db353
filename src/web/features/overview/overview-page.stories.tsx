import type { Overview } from '../../../contract/console/overview.ts';
import { runningQuery } from '../../api/batches.ts';
import { fleetStatusOf, fleetOverview } from '../../api/fleet-status.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT, SENT_BATCHES } from '../../testing/batch-samples.ts';
import { PLANNED, PLANNED_ELSEWHERE } from '../../testing/collective-samples.ts';
import { energySample, FLEET_ENERGY } from '../../testing/energy-samples.ts';
import { fleetStatus } from '../../testing/fleet-status-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded } from '../../testing/story-states.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { OverviewPage } from './overview-page.tsx';

const [running, ended, refused, unknown] = SENT_BATCHES;
const read = fleetOverview(browserZone());
const view = <OverviewPage />;

/** Commands of a day; two of the fourteen have none. */
function countsOn(day: number): Record<string, number> {
  return day % 6 === 5 ? {} : { verified: 40 + day * 3, acknowledged: 4, failed: day % 5 };
}

const some = (kind: string, count: number) => ({
  key: `${kind}:a`,
  count,
  entities: [
    { id: uuid(1), name: 'Van 07 E-Transit' },
    { id: uuid(2), name: null },
  ].slice(0, count),
});

const LEFT_OUT =
  'One item of the Device Connectivity Service’s answer cannot be used: "data.3.id" is missing or wrong. The others are kept.';

const ATTENTION: Overview['attention'] = [
  ...(unknown === undefined
    ? []
    : [{ kind: 'outcome-unknown' as const, key: 'outcome-unknown:a', batch: unknown }]),
  ...(ended === undefined
    ? []
    : [
        { kind: 'many-failed' as const, key: 'many-failed:a', batch: ended, failed: 2 },
        {
          kind: 'plans-blocked' as const,
          key: 'plans-blocked:a',
          batch: ended,
          commands: 3,
          batches: 2,
        },
      ]),
  { kind: 'failing', ...some('failing', 4) },
  { kind: 'silent', ...some('silent', 3) },
  { kind: 'offboardings', ...some('offboardings', 1) },
  { kind: 'unreachable', ...some('unreachable', 2) },
  {
    kind: 'reads-failed',
    ...some('reads-failed', 12),
    reason: { message: 'The gateway is away – It was last seen on Monday', count: 7 },
    reasons: 3,
  },
  {
    kind: 'reads-partial',
    ...some('reads-partial', 1),
    reason: { message: LEFT_OUT, count: 1 },
    reasons: 1,
  },
];

function overview(change: Partial<Overview> = {}): Overview {
  return {
    entities: {
      total: 123,
      unreachable: 0,
      offboarded: 0,
      reads: { fresh: 105, stale: 3, unread: 2, partial: 1, unreadable: 12 },
    },
    collectives: 3,
    days: Array.from({ length: 14 }, (_, at) => ({
      date: `2026-02-${String(15 + at).padStart(2, '0')}`,
      verdictCounts: countsOn(at),
    })),
    weekAgo: { verified: 91, failed: 9 },
    commandsRead: { known: 119, of: 123 },
    open: 12,
    unknown: { count: unknown === undefined ? 0 : 1, newest: unknown ?? null },
    next: PLANNED.slice(0, 3),
    planned: 7,
    rows: [
      {
        id: uuid(900),
        name: 'Rotterdam Delivery Vans',
        type: 'Fleet',
        entities: 60,
        lastBatch: running ?? null,
        next: PLANNED[0] ?? null,
        energy: energySample(520),
      },
      {
        id: uuid(901),
        name: 'Alentejo Solar Farm',
        type: 'SolarFarm',
        entities: 30,
        lastBatch: refused ?? null,
        next: PLANNED_ELSEWHERE,
        energy: energySample(130, { known: { read: 28, partly: 0, of: 30 } }),
      },
      {
        id: uuid(902),
        name: 'Benelux Flexibility Pool',
        type: 'VirtualPowerPlant',
        entities: 46,
        lastBatch: null,
        next: null,
        energy: energySample(260, {
          leftOut: {
            ...FLEET_ENERGY.leftOut,
            week: { otherUnits: 3, withoutEnergy: 0, doubtful: 0 },
          },
        }),
      },
    ],
    attention: ATTENTION,
    energy: FLEET_ENERGY,
    steps: { directory: true, read: true, dispatched: true, reported: false },
    asOf: SEEN_AT,
    ...change,
  };
}

const nothing = overview({
  entities: {
    total: 0,
    unreachable: 0,
    offboarded: 0,
    reads: { fresh: 0, stale: 0, unread: 0, partial: 0, unreadable: 0 },
  },
  collectives: 0,
  rows: [],
  steps: { directory: false, read: false, dispatched: false, reported: false },
});

/** An operator viewing this overview; nothing is running unless given. */
const shown = (change: Partial<Overview> = {}) =>
  asOperator(
    answered(read, overview(change)),
    answered(runningQuery, {
      batches: [],
      others: [],
      next: null,
      operators: [],
      asOf: SEEN_AT,
    }),
  );
const isRunning = answered(runningQuery, {
  batches: running === undefined ? [] : [running],
  others: [],
  next: null,
  operators: [],
  asOf: SEEN_AT,
});

export const stories: Stories = {
  title: 'Overview',
  states: {
    'an empty installation': seeded(view, asOperator(answered(read, nothing))),
    full: seeded(view, shown(), isRunning),
    'the fleet is read for the first time': seeded(
      view,
      shown({
        entities: {
          total: 151,
          unreachable: 0,
          offboarded: 0,
          reads: { fresh: 40, stale: 0, unread: 111, partial: 0, unreadable: 0 },
        },
        energy: { ...FLEET_ENERGY, known: { read: 44, partly: 0, of: 151 } },
        steps: { directory: true, read: true, dispatched: false, reported: false },
      }),
      answered(fleetStatusOf(), fleetStatus({ never: 443, due: 594 })),
    ),
    'several units, no energy before': seeded(
      view,
      shown({
        energy: {
          ...FLEET_ENERGY,
          otherUnits: ['Wh', ''],
          week: { value: 12.5, complete: { days: 5, value: 12.5, before: 0 } },
          provisionalFrom: '2026-02-28',
          leftOut: {
            ...FLEET_ENERGY.leftOut,
            week: { otherUnits: 3, withoutEnergy: 2, doubtful: 0 },
          },
          drawnLeftOut: { otherUnits: 12, withoutEnergy: 4, doubtful: 0 },
          previous: FLEET_ENERGY.previous.map(() => 0),
        },
      }),
    ),
    stale: seeded(view, shown(), failed(read, problem('internal', 500))),
  },
};
