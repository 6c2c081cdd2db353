import type { BatchRow, Observation } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT, SENT_AT, vanRows } from '../../testing/batch-samples.ts';
import { problem, row, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  failed,
  pressed,
  seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { CommandDialog } from './command-dialog.tsx';

const [verified = row(1), pending = row(2)] = vanRows(['verified', 'pending']);
const found: BatchRow = { ...verified, matched: 'probable', readError: 'The last read timed out.' };
const dialog = (shown: BatchRow) => (
  <CommandDialog dispatchId={uuid(800)} row={shown} onClose={() => {}} />
);
const read = ({ position }: BatchRow) =>
  query(BATCH_ROUTES.commandHistory, {
    params: { id: uuid(800) },
    query: { position: position ?? 0 },
  });
const observation = (sequence: number, change: Partial<Observation>): Observation => ({
  sequence,
  seenAt: SENT_AT,
  status: 'Pending',
  verification: null,
  error: null,
  late: false,
  ...change,
});
const SEEN = [
  observation(1, {}),
  observation(2, { status: 'Sent' }),
  observation(3, { status: 'Failed', error: { title: 'Offline', description: 'No answer' } }),
  observation(4, {
    seenAt: SEEN_AT,
    status: 'Succeeded',
    verification: { status: 'Succeeded', completedAt: SEEN_AT, error: null },
    late: true,
  }),
];
const holds = (shown: BatchRow, observations: Observation[]) =>
  answered(read(shown), { row: shown, observations, asOf: SEEN_AT });

export const stories: Stories = {
  title: 'History of a Command',
  layout: 'alone',
  seed: asOperator(),
  states: {
    loading: seeded(dialog(pending)),
    error: seeded(dialog(pending), failed(read(pending), problem('internal', 500))),
    empty: seeded(dialog(pending), holds(pending, [])),
    'found by a check, with a late change': seeded(dialog(found), holds(found, SEEN)),
    'confirming the cancellation': seeded(
      pressed(dialog(pending), 'Cancel this Command'),
      holds(pending, SEEN.slice(0, 1)),
    ),
    'a viewer': seeded(dialog(pending), holds(pending, SEEN.slice(0, 1)), signedInAs('viewer')),
  },
};
