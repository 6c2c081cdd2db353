import type { ComponentProps } from 'react';
import type { Stories } from '../../gallery/story.ts';
import { vans } from '../../testing/collective-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { ReviewDialog } from './review-dialog.tsx';

const rows = vans().entities.map((entity, at) => ({ ...entity, known: at < 4, capacity: 68 }));
const plan: ComponentProps<typeof ReviewDialog>['plan'] = {
  change: { kind: 'feature', feature: 'captureChargeSessions', enabled: true },
  rows,
  faults: [],
  total: rows.length,
  chosenBy: 'Entities in Rotterdam Delivery Vans',
  from: null,
  chosen: true,
  reading: false,
  error: null,
  retry: () => {},
};

function dialog(change: Partial<typeof plan>) {
  return () => (
    <ReviewDialog
      id={uuid(745)}
      plan={{ ...plan, ...change }}
      rows={rows}
      reason="Billing starts in April"
      onReason={() => {}}
      onBegun={() => {}}
      onClose={() => {}}
    />
  );
}

export const stories: Stories = {
  title: 'Review a bulk change',
  layout: 'alone',
  states: {
    'a feature on': dialog({}),
    'a feature off': dialog({ change: { kind: 'feature', feature: 'remoteStop', enabled: false } }),
    capacities: dialog({ change: { kind: 'capacity' } }),
  },
};
