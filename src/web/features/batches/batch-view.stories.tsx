import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { ENDED, RUNNING, resolution, unknownBatch, vanBatch } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { BatchView } from './batch-view.tsx';

const props: ComponentProps<typeof BatchView> = {
  dispatchId: uuid(800),
  data: undefined,
  error: null,
  fetching: false,
  live: 'live',
  onRefresh: () => {},
  search: {},
  onSearch: () => {},
  check: { start: () => {}, starting: false, error: null, denial: null },
  renderSweepButton: () => null,
  sweeps: null,
  renderRetry: () => null,
};
const running = vanBatch(RUNNING);
const ended = vanBatch(ENDED);
const stranger = vanBatch(['failed']).rows.map((row) => ({
  ...row,
  entityId: uuid(23),
  entityName: 'Van 23 E-Transit',
  commandId: uuid(523),
  alsoCommanded: true,
}));
const withStranger = {
  ...ended,
  rows: [
    ...ended.rows.map((row, at) =>
      at === 0 ? { ...row, lateChangeAt: '2026-03-02T14:04:30Z' } : row,
    ),
    ...stranger,
  ],
};
const unrequested = vanBatch(['verified', 'unrequested', 'unaccounted'], {
  memberCount: 2,
  unaccounted: 1,
  settled: false,
});
const planned = (hour: number) => ({
  type: 'StopCharging',
  value: null,
  triggerTime: `2026-03-02T${hour}:00:00Z`,
  plannedAs: { wallClock: `2026-03-02T${hour + 1}:00`, zone: 'Europe/Amsterdam' },
});
const schedule = vanBatch(['pending', 'pending', 'pending'], {
  kind: 'schedule',
  items: [planned(16), planned(18)],
  nextTriggerAt: '2026-03-02T16:00:00Z',
});

/** Two types, final at different moments. */
const mixed = {
  ...ended,
  rows: ended.rows.map((row, at) => ({
    ...row,
    entityType: at % 2 === 0 ? 'EV' : 'ChargePoint',
    changedAt: `2026-03-02T14:03:${String(10 + at * 7)}Z`,
  })),
};
const brands = new Map(ended.rows.map(({ entityId }, at) => [entityId, at < 4 ? 'Ford' : null]));
const many = vanBatch(
  Array.from({ length: 30 }, (_, at) => (at < 25 ? ('failed' as const) : ('verified' as const))),
);

export const stories: Stories = {
  title: 'Batch',
  states: {
    loading: () => <BatchView {...props} />,
    error: () => <BatchView {...props} error={problem('not_found', 404, 'No such batch')} />,
    sending: () => (
      <BatchView
        {...props}
        data={vanBatch([], { outcome: 'sending', outcomeAt: null, memberCount: 6 })}
      />
    ),
    running: () => <BatchView {...props} data={running} />,
    stale: () => (
      <BatchView {...props} data={running} error={problem('internal', 500)} live="stale" />
    ),
    finished: () => <BatchView {...props} data={vanBatch(ENDED)} />,
    'filtered to nothing': () => (
      <BatchView {...props} data={vanBatch(ENDED)} search={{ q: 'Van 99' }} />
    ),
    'Commands that were not requested': () => (
      <BatchView {...props} data={unrequested} search={{ group: 'none' }} />
    ),
    'a late change, and an Entity also commanded': () => (
      <BatchView {...props} data={withStranger} />
    ),
    'only those also commanded': () => (
      <BatchView {...props} data={withStranger} search={{ also: '1' }} />
    ),
    refused: () => (
      <BatchView
        {...props}
        data={vanBatch([], {
          outcome: 'refused',
          settled: true,
          memberCount: 6,
          refusedBy: { source: 'service', upstreamStatus: 409 },
          refusal: {
            status: 409,
            errors: [{ code: 'LOCKED', message: 'Maintenance window', description: null }],
          },
        })}
      />
    ),
    'not sent, without a connection': () => (
      <BatchView
        {...props}
        data={vanBatch([], {
          outcome: 'refused',
          settled: true,
          memberCount: 6,
          refusedBy: { source: 'console', upstreamStatus: null },
          refusal: {
            status: 502,
            errors: [
              {
                code: null,
                message:
                  'The Device Connectivity Service cannot be reached: no connection was made.',
                description: 'The dispatch was not sent: no device got a Command.',
              },
            ],
          },
        })}
      />
    ),
    'by cause, with brands': () => <BatchView {...props} data={mixed} brands={brands} />,
    'as one list': () => <BatchView {...props} data={mixed} search={{ group: 'none' }} />,
    'a large group': () => <BatchView {...props} data={many} />,
    'only the verified': () => (
      <BatchView {...props} data={mixed} search={{ verdict: 'verified' }} />
    ),
    'outcome unknown': () => <BatchView {...props} data={unknownBatch()} />,
    partial: () => (
      <BatchView
        {...props}
        data={vanBatch(['verified', 'verified', 'unaccounted'], {
          unaccounted: 1,
          resolution: resolution({
            total: 1,
            counts: { certain: 0, probable: 0, none: 1, unchecked: 0 },
          }),
        })}
      />
    ),
    'a schedule': () => <BatchView {...props} data={schedule} />,
  },
};
