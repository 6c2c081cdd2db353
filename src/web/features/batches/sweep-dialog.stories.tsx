import type { Stories } from '../../gallery/story.ts';
import { vanBatch } from '../../testing/batch-samples.ts';
import { pressed } from '../../testing/story-states.tsx';
import { SweepDialog, type SweepScope } from './sweep-dialog.tsx';

const triggerTime = '2026-03-02T18:00:00Z';
const item = { type: 'StopCharging', value: null, triggerTime, plannedAs: null };
const { batch } = vanBatch(['pending', 'pending'], { kind: 'schedule', items: [item] });

function dialog(scope: SweepScope) {
  return <SweepDialog batch={batch} scope={scope} onClose={() => {}} />;
}

const whole = dialog({ count: 120, soonestMs: Date.parse(triggerTime), item: null });

export const stories: Stories = {
  title: 'Cancel open Commands',
  layout: 'alone',
  states: {
    'the whole batch': () => whole,
    'one planned item': () => dialog({ count: 60, soonestMs: Date.parse(triggerTime), item }),
    'no trigger time known': () => dialog({ count: 1, soonestMs: null, item: null }),
    starting: () => pressed(whole, 'Cancel 120 open Commands'),
  },
};
