import type { DismissedAttention } from '../../../contract/console/overview.ts';
import type { Stories } from '../../gallery/story.ts';
import { uuid } from '../../testing/samples.ts';
import { asOperator, pressed } from '../../testing/story-states.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { DismissedDialog } from './dismissed-dialog.tsx';

const SILENT = {
  kind: 'silent' as const,
  key: 'silent:a',
  count: 3,
  entities: [{ id: uuid(1), name: 'Van 07 E-Transit' }],
};
const DISMISSED: readonly DismissedAttention[] = [
  {
    attention: SILENT,
    reason: 'In the workshop until April',
    operatorName: 'Marta Silva',
    at: '2026-03-01T09:12:00Z',
  },
];
const nothing = () => {};
const dialog = <DismissDialog attention={SILENT} onClose={nothing} />;
const list = (canRestore: boolean, dismissed = DISMISSED) => (
  <DismissedDialog dismissed={dismissed} canRestore={canRestore} onClose={nothing} />
);

export const stories: Stories = {
  title: 'Dismissing what needs attention',
  layout: 'alone',
  seed: asOperator(),
  states: {
    empty: () => dialog,
    'without a reason': () => pressed(dialog, 'Dismiss'),
    'being dismissed': () => pressed(dialog, ['Reason', 'In the workshop'], 'Dismiss'),
    'what was dismissed': () => list(true),
    'a viewer': () => list(false),
    'everything is restored': () => list(true, []),
  },
};
