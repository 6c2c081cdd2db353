import type {
  BatchDetail,
  BatchList,
  BatchRow,
  BatchRows,
  BatchSummary,
} from '../../contract/console/batch.ts';
import type { OthersCommands } from '../../contract/console/others-commands.ts';
import type { Resolution } from '../../contract/console/resolution.ts';
import { batch, row, uuid } from './samples.ts';

/** When the sample batches were sent, and when they were last read. */
export const SENT_AT = '2026-03-02T14:02:31Z';
export const SEEN_AT = '2026-03-02T14:04:40Z';

const VERIFIED = { status: 'Succeeded', completedAt: SEEN_AT, error: null };
const FAILURES = [
  { title: 'Offline', description: 'The device has not been reachable since 13:40.' },
  { title: 'Cooldown', description: 'Another Command was carried out less than 60 s ago.' },
] as const;

/** The states of the sample Commands. */
const STATES = {
  pending: { status: 'Pending' },
  sent: { status: 'Sent' },
  acknowledged: {
    status: 'Succeeded',
    verification: { ...VERIFIED, status: 'Pending', completedAt: null },
  },
  verified: { status: 'Succeeded', settled: true, verification: VERIFIED },
  failed: { status: 'Failed', settled: true, error: FAILURES[0] },
  cooling: { status: 'Failed', settled: true, error: FAILURES[1] },
  canceled: { status: 'Canceled', settled: true },
  incapable: {
    status: 'Failed',
    settled: true,
    entityType: 'Inverter',
    error: { title: 'Not supported', description: 'An inverter does not charge.' },
    verdict: 'incapable',
  },
  unrequested: {
    status: 'Succeeded',
    settled: true,
    verification: VERIFIED,
    type: 'StartCharging',
    verdict: 'unrequested',
  },
  unaccounted: {
    status: null,
    commandId: null,
    position: null,
    triggerTime: null,
    settled: true,
    observedAt: null,
    changedAt: null,
  },
} as const satisfies Record<string, Partial<BatchRow>>;

/** Rows of a batch to the delivery vans, in these states. */
export function vanRows(states: readonly (keyof typeof STATES)[]): BatchRow[] {
  return states.map((state, at) =>
    row(at + 1, {
      entityName: `Van ${String(at + 1).padStart(2, '0')} E-Transit`,
      observedAt: SEEN_AT,
      changedAt: SEEN_AT,
      ...STATES[state],
    }),
  );
}

export const RUNNING = [
  'verified',
  'verified',
  'acknowledged',
  'sent',
  'pending',
  'failed',
] as const;
export const ENDED = ['verified', 'verified', 'verified', 'failed', 'cooling', 'canceled'] as const;

/** A batch to the Rotterdam Delivery Vans with its counts, in the list of batches and on its page. */
export function vanBatch(
  states: readonly (keyof typeof STATES)[],
  change: Partial<BatchSummary> = {},
): BatchDetail {
  const rows = vanRows(states);
  const detail = batch(rows, {
    collectiveName: 'Rotterdam Delivery Vans',
    operator: { id: 'o1', name: 'Jonas Verbeek' },
    reason: 'Peak at noon',
    createdAt: SENT_AT,
    outcomeAt: SENT_AT,
    verdictCounts: countsOf(states),
    ...change,
  });
  const settled = change.settled ?? rows.every((each) => each.settled);
  return { ...detail, batch: { ...detail.batch, settled }, asOf: SEEN_AT };
}

function countsOf(states: readonly (keyof typeof STATES)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) {
    if (state === 'unaccounted') continue;
    const verdict = state === 'cooling' ? 'failed' : state;
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

/** Batches of three days: one running, one with extra Entities, one refused, one with an unknown outcome. */
export const SENT_BATCHES: readonly BatchSummary[] = [
  vanBatch(RUNNING, { id: uuid(810) }).batch,
  vanBatch(ENDED, {
    id: uuid(811),
    createdAt: '2026-03-02T09:15:00Z',
    alsoCommanded: { entities: 2, open: 0, verdictCounts: { verified: 2 } },
  }).batch,
  vanBatch([], {
    id: uuid(812),
    collectiveName: 'Westland Rooftops',
    items: [{ type: 'LimitFeedIn', value: '4200', triggerTime: null, plannedAs: null }],
    operator: { id: 'o2', name: 'Ada Bakker' },
    createdAt: '2026-03-01T16:40:00Z',
    outcome: 'refused',
    memberCount: 24,
    settled: true,
    refusedBy: { source: 'service', upstreamStatus: 409 },
    refusal: { status: 409, errors: [{ code: 'LOCKED', message: 'Locked', description: null }] },
  }).batch,
  unknownBatch({ id: uuid(813), createdAt: '2026-02-27T11:05:00Z' }).batch,
];

/** What another system sent within an hour. */
export const SENT_ELSEWHERE: OthersCommands = {
  type: 'StopCharging',
  value: null,
  from: '2026-03-02T11:05:00Z',
  to: '2026-03-02T11:48:00Z',
  entities: 31,
  verdictCounts: { verified: 28, failed: 3 },
  entity: null,
};

/** A page of what was sent. */
export function batchList(
  batches: readonly BatchSummary[],
  next: string | null = null,
  others: BatchList['others'] = [],
): BatchList {
  const operators = [
    { id: 'o1', name: 'Jonas Verbeek' },
    { id: 'o2', name: 'Ada Bakker' },
  ];
  return { batches: [...batches], others, next, operators, asOf: SEEN_AT };
}

/** A page with all rows of a batch. */
export function rowsAnswer(rows: readonly BatchRow[]): BatchRows {
  return { rows: [...rows], total: rows.length, asOf: SEEN_AT };
}

/** A batch whose only request got no answer. */
export function unknownBatch(
  change: Partial<BatchSummary> = {},
  states: readonly (keyof typeof STATES)[] = ['unaccounted', 'unaccounted', 'unaccounted'],
): BatchDetail {
  return vanBatch(states, {
    outcome: 'unknown',
    unknownCause: 'The connection was reset while the Service was answering.',
    batchId: null,
    unaccounted: states.length,
    settled: false,
    ...change,
  });
}

/** A check of the unknown outcome that found nothing. */
export function resolution(change: Partial<Resolution> = {}): Resolution {
  return {
    dispatchId: uuid(800),
    state: 'done',
    operatorName: null,
    startedAt: '2026-03-02T14:02:46Z',
    finishedAt: '2026-03-02T14:02:49Z',
    checkedUntil: '2026-03-02T14:02:49Z',
    nextCheckAt: null,
    isDue: false,
    horizonAt: '2026-03-02T14:32:31Z',
    counts: { landed: 0, notFound: 3, person: 0, unread: 0 },
    failures: [],
    verdict: 'none',
    ...change,
  };
}
