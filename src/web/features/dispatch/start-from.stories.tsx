import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { TEMPLATE_ROUTES, type Template } from '../../../contract/console/template.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { batchList, ENDED, SEEN_AT, vanBatch } from '../../testing/batch-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, pressed, seeded } from '../../testing/story-states.tsx';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { StartFrom } from './start-from.tsx';

const OPEN = 'Templates and last dispatch';
const closed = <StartFrom collectiveId={uuid(900)} fields={() => EMPTY_FIELDS} onUse={() => {}} />;
const view = pressed(closed, OPEN);
const last = query(BATCH_ROUTES.batches, { query: { collectiveId: uuid(900), limit: 1 } });
const saved = query(TEMPLATE_ROUTES.templates);
const template = (at: number, change: Partial<Template>): Template => ({
  id: uuid(720 + at),
  name: 'Evening peak',
  kind: 'now',
  rows: [{ type: 'StopCharging', value: null, at: null }],
  reason: 'Peak',
  operatorName: 'Ada Bakker',
  createdAt: SEEN_AT,
  ...change,
});
const NIGHT = template(1, {
  name: 'Night tariff',
  kind: 'schedule',
  rows: [
    {
      type: 'StartCharging',
      value: null,
      at: { dayOffset: 0, time: '23:00', zone: 'Europe/Amsterdam' },
    },
  ],
});
const holds = (...templates: Template[]) => answered(saved, { templates, asOf: SEEN_AT });
const sent = answered(last, batchList([vanBatch(ENDED).batch]));

export const stories: Stories = {
  title: 'Templates and last dispatch',
  states: {
    closed: () => closed,
    loading: seeded(view),
    error: seeded(
      view,
      failed(last, problem('internal', 500)),
      failed(saved, problem('internal', 500)),
    ),
    empty: seeded(view, answered(last, batchList([])), holds()),
    full: seeded(view, sent, holds(template(0, {}), NIGHT)),
    'asking before it deletes': seeded(
      pressed(closed, OPEN, 'Delete Evening peak'),
      sent,
      holds(template(0, {})),
    ),
    'a name is missing': seeded(pressed(closed, OPEN, 'Save as a template'), sent, holds()),
  },
};
