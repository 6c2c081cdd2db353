import type { Found } from '../../../contract/console/directory-list.ts';
import { findQuery } from '../../api/entity-lists.ts';
import type { Stories } from '../../gallery/story.ts';
import { VANS } from '../../testing/fleet-samples.ts';
import { batch, problem, row, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PaletteDialog } from './palette-dialog.tsx';

const PAGES = [
  { to: '/collectives', label: 'Collectives' },
  { to: '/batches', label: 'Activity' },
  { to: '/reports', label: 'Reports' },
];
const NONE: Found = { collectives: [], entities: [], batches: [], commands: [] };
const { batch: sent } = batch([row(23)], {
  collectiveName: VANS.name,
  verdictCounts: { pending: 1 },
});

function palette(query: string, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('operator'), ...seeds]}>
      <PaletteDialog firstQuery={query} pages={PAGES} onClose={() => {}} onKeys={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Find anything',
  layout: 'alone',
  states: {
    empty: () => palette(''),
    error: () => palette('van', failed(findQuery('van'), problem('store_unavailable', 503))),
    'nothing found': () => palette('no such van', answered(findQuery('no such van'), NONE)),
    'an unknown id': () => palette(uuid(77), answered(findQuery(uuid(77)), NONE)),
    full: () =>
      palette(
        're',
        answered(findQuery('re'), {
          collectives: [{ id: VANS.id, name: VANS.name, type: VANS.type }],
          entities: [{ id: uuid(23), name: null, type: 'EV' }],
          batches: [sent],
          commands: [{ id: uuid(523), dispatchId: sent.id, entityId: uuid(23), type: 'Reset' }],
        }),
      ),
    keys: () => <KeysDialog onClose={() => {}} />,
  },
};
