import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Stories } from '../../gallery/story.ts';
import { resolution, unknownBatch } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { asOperator } from '../../testing/story-states.tsx';
import { BatchResolution, type CheckControl } from './batch-resolution.tsx';

const CLOSED = {
  verdict: 'not-landed',
  reason: 'The depot was called: no van stopped charging',
  operatorName: 'Jonas Verbeek',
  at: '2026-03-02T14:03:30Z',
} as const;

function panel(change: Partial<BatchSummary>, check: Partial<CheckControl> = {}) {
  return () => (
    <BatchResolution
      batch={unknownBatch(change).batch}
      search={{}}
      onSearch={() => {}}
      check={{ start: () => {}, starting: false, error: null, denial: null, ...check }}
    />
  );
}

export const stories: Stories = {
  title: 'Check of an unknown outcome',
  seed: asOperator(),
  states: {
    'not checked': panel({}),
    running: panel({
      resolution: resolution({
        state: 'running',
        finishedAt: null,
        counts: { certain: 1, probable: 0, none: 0, unchecked: 2 },
        verdict: null,
      }),
    }),
    'nothing found': panel({
      resolution: resolution({
        checkedUntil: '2026-03-02T14:04:40Z',
        nextCheckAt: '2026-03-02T14:09:40Z',
      }),
    }),
    'found on some': panel({
      resolution: resolution({
        counts: { certain: 1, probable: 1, none: 1, unchecked: 0 },
        verdict: 'partly',
        adopted: 2,
        clock: { lowMs: -9000, highMs: -7000, confirmed: false },
        canSendAgain: false,
      }),
      verdictCounts: { verified: 2 },
    }),
    'not all could be checked': panel({
      resolution: resolution({
        counts: { certain: 0, probable: 0, none: 1, unchecked: 2 },
        failures: [{ words: 'The Service did not answer within 10 s.', count: 2 }],
        verdict: 'incomplete',
        canSendAgain: false,
      }),
    }),
    'found late': panel({
      lateFindAt: '2026-03-02T14:04:40Z',
      closing: CLOSED,
      resolution: resolution({
        counts: { certain: 3, probable: 0, none: 0, unchecked: 0 },
        verdict: 'landed',
        adopted: 3,
        canSendAgain: false,
      }),
      verdictCounts: { verified: 3 },
    }),
    closed: panel({ closing: CLOSED, resolution: resolution({}), nextIds: [uuid(802)] }),
    'a viewer': panel(
      { resolution: resolution({}) },
      { denial: 'The role viewer may not send Commands.' },
    ),
    error: panel({}, { error: problem('upstream_unreachable', 502) }),
  },
};
