import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { ENDED, SENT_AT, vanBatch } from '../../testing/batch-samples.ts';
import { dryRun, finding, reportOf } from '../../testing/dispatch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { guarded, problem, uuid } from '../../testing/samples.ts';
import { answered, failed, seeded } from '../../testing/story-states.tsx';
import { planOf, type DispatchContent } from './dispatch-form.ts';
import { dryRunOf } from './dispatch-queries.ts';
import { DispatchSheet } from './dispatch-sheet.tsx';
import { ReviewStep } from './review-step.tsx';

type Props = ComponentProps<typeof ReviewStep>;

const NOW: DispatchContent = {
  kind: 'now',
  items: [{ type: 'StopCharging', value: null, triggerTime: null, plannedAs: null }],
  reason: 'Peak at noon',
  ignoreCooldown: false,
};
const LATER: DispatchContent = {
  ...NOW,
  kind: 'schedule',
  items: [
    {
      type: 'LimitFeedIn',
      value: '4200',
      triggerTime: '2026-03-29T01:30:00Z',
      plannedAs: { wallClock: '2026-03-29T03:30', zone: 'Europe/Amsterdam' },
    },
    { type: 'Reset', value: null, triggerTime: '2026-03-30T01:30:00Z', plannedAs: null },
  ],
};
const detail = vans();
const intent = { id: uuid(800), content: '', unansweredAt: null };
const never: Props['readDryRun'] = () => new Promise(() => {});

const view = (change: Partial<Props> = {}) => (
  <DispatchSheet above="Rotterdam Delivery Vans · 6 Entities" onClose={() => {}}>
    <ReviewStep
      content={NOW}
      detail={detail}
      intent={intent}
      previous={null}
      error={null}
      failedAt={0}
      sending={false}
      guardDenial={null}
      confirmEntities={100}
      readDryRun={never}
      onReason={() => {}}
      onBack={() => {}}
      onSend={() => {}}
      {...change}
    />
  </DispatchSheet>
);
const read = (content: DispatchContent) => dryRunOf(planOf(detail.collective.id, content));
const holds = (content: DispatchContent = NOW) => answered(read(content), dryRun());

export const stories: Stories = {
  title: 'Dispatch: review',
  layout: 'alone',
  states: {
    loading: seeded(view()),
    'without a dry run': seeded(view(), failed(read(NOW), problem('internal', 500))),
    'may be sent': seeded(view(), holds()),
    sending: seeded(view({ sending: true }), holds()),
    'the name has to be typed': seeded(view({ confirmEntities: 2 }), holds()),
    warnings: seeded(view(), answered(read(NOW), dryRun([finding(3)]))),
    'refused by the guard': seeded(
      view({
        error: guarded(reportOf([finding(3)])),
        failedAt: Date.parse('2026-03-02T14:06:00Z'),
        guardDenial: 'The role operator may not send against a warning.',
      }),
      holds(),
    ),
    'no answer': seeded(
      view({
        error: problem('upstream_timeout', 504),
        intent: { ...intent, unansweredAt: SENT_AT },
        previous: vanBatch(ENDED).batch,
      }),
      holds(),
    ),
    later: seeded(view({ content: LATER }), holds(LATER)),
  },
};
