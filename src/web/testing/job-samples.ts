import type { JobItem, JobItemState, JobNote, Job } from '../../contract/console/job.ts';
import { SEEN_AT, SENT_AT } from './batch-samples.ts';
import { uuid } from './samples.ts';

const NONE: Job['counts'] = {
  waiting: 0,
  sending: 0,
  done: 0,
  unchanged: 0,
  refused: 0,
  'too-late': 0,
  unknown: 0,
  skipped: 0,
};

/** A run that enabled capturing charge sessions. */
export function bulkRun(change: Partial<Job> = {}): Job {
  return {
    id: uuid(740),
    change: { kind: 'feature', feature: 'captureChargeSessions', enabled: true },
    operatorName: 'Jonas Verbeek',
    reason: 'Billing starts in April',
    chosenBy: 'Entities in Rotterdam Delivery Vans, EV',
    from: null,
    createdAt: SENT_AT,
    state: 'done',
    finishedAt: SEEN_AT,
    pause: null,
    total: 60,
    counts: { ...NONE, done: 51, unchanged: 4, refused: 2, unknown: 1, skipped: 2 },
    ...change,
  };
}

/** The same while it runs. */
export const RUNNING_BULK = bulkRun({
  id: uuid(741),
  state: 'running',
  finishedAt: null,
  counts: { ...NONE, waiting: 40, sending: 4, done: 16 },
});

const NOTES: Partial<Record<JobItemState, JobNote>> = {
  refused: {
    code: 'refused',
    reason: { source: 'service', message: 'This device is being serviced.' },
    reading: false,
  },
  unknown: {
    code: 'checked',
    doubt: {
      code: 'lost',
      reason: { source: 'console', message: 'The Service did not answer within 10 s.' },
    },
    seen: { code: 'value', value: false },
  },
  skipped: { code: 'not-sent', seen: { code: 'no-feature', listed: ['chargeLimit'] } },
};
const STATES = [
  'refused',
  'unknown',
  'skipped',
  'done',
  'unchanged',
  'sending',
  'waiting',
] as const;

/** One Entity of each result. */
export function bulkItems(change: Partial<JobItem> = {}): JobItem[] {
  return STATES.map((state, at) => ({
    position: at,
    entityId: uuid(at + 1),
    entityName: at === 2 ? null : `Van ${String(at + 1).padStart(2, '0')} E-Transit`,
    entityType: 'EV',
    commandId: null,
    triggerTime: null,
    state,
    wanted: true,
    before: state === 'waiting' ? null : { value: state === 'unchanged', at: SENT_AT },
    after: state === 'unknown' ? { value: false, at: SEEN_AT } : null,
    requestId: null,
    note: NOTES[state] ?? null,
    at: state === 'waiting' ? null : SEEN_AT,
    ...change,
  }));
}

/** The cancellation of 120 planned Commands, half of which are done. */
export function cancelJob(change: Partial<Job> = {}): Job {
  return bulkRun({
    id: uuid(840),
    change: { kind: 'cancel', dispatchId: uuid(800), only: null },
    reason: 'Plan was withdrawn',
    chosenBy: null,
    state: 'running',
    finishedAt: null,
    total: 120,
    counts: { ...NONE, waiting: 60, done: 54, 'too-late': 3, refused: 2, unknown: 1 },
    ...change,
  });
}

const CANCEL_NOTES: Partial<Record<JobItemState, JobNote>> = {
  'too-late': { code: 'not-sent', seen: { code: 'command', status: 'Triggered' } },
  refused: {
    code: 'checked',
    doubt: {
      code: 'refused',
      reason: { source: 'service', message: 'This device is being serviced.' },
    },
    seen: { code: 'command', status: 'Pending' },
  },
  unknown: {
    code: 'checked',
    doubt: { code: 'stopped' },
    seen: { code: 'command', status: 'Pending' },
  },
};
const CANCEL_STATES = ['done', 'too-late', 'refused', 'unknown', 'waiting'] as const;

/** One Command of each result. */
export const CANCELED: readonly JobItem[] = CANCEL_STATES.flatMap((state, position) =>
  bulkItems({
    position,
    state,
    commandId: uuid(501 + position),
    triggerTime: '2026-03-02T18:00:00Z',
    wanted: null,
    before: null,
    after: null,
    note: CANCEL_NOTES[state] ?? null,
  }).slice(position, position + 1),
);
