import { RECEIPT_ROUTES, type Receipt } from '../../../../contract/console/receipt.ts';
import { query } from '../../../api/query.ts';
import type { Stories } from '../../../gallery/story.ts';
import { FIRST_SEAL, receipt, SECOND_SEAL } from '../../../testing/receipt-samples.ts';
import { problem } from '../../../testing/samples.ts';
import { answered, failed, seeded } from '../../../testing/story-states.tsx';
import { ReceiptPage } from './receipt-page.tsx';

const { id, content } = receipt([]);
const view = <ReceiptPage dispatchId={id} />;
const read = query(RECEIPT_ROUTES.receipt, { params: { id } });
const holds = (data: Receipt) => answered(read, data);
const LATE = { lateChangeAt: '2026-03-02T14:04:40Z' };

export const stories: Stories = {
  title: 'Receipt',
  states: {
    loading: seeded(view),
    error: seeded(view, failed(read, problem('not_found', 404, 'No such batch'))),
    sealed: seeded(view, holds(receipt([FIRST_SEAL]))),
    'a late change, and an Entity also commanded': seeded(
      view,
      holds(
        receipt([FIRST_SEAL, SECOND_SEAL], {
          members: content.members.slice(1),
          commands: content.commands.map((each, at) =>
            at === 0 ? { ...each, row: { ...each.row, ...LATE } } : each,
          ),
        }),
      ),
    ),
    'outcome unknown, not sealed yet': seeded(
      view,
      holds(
        receipt([], {
          batch: {
            ...content.batch,
            outcome: 'unknown',
            unknownCause: 'The connection was reset.',
          },
          commands: content.commands.map(({ row }) => ({
            row: { ...row, commandId: null, position: null, status: null, verification: null },
            observations: [],
          })),
          upstreamStatus: null,
          sweeps: [],
        }),
      ),
    ),
  },
};
