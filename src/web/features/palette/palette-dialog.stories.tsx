import type { Found } from '../../../contract/console/directory-list.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { VANS } from '../../testing/fleet-samples.ts';
import { batch, row, uuid } from '../../testing/samples.ts';
import { answered, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
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

const find = (q: string) => query(ENTITY_LIST_ROUTES.find, { query: { q } });

function palette(text: string, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('operator'), ...seeds]}>
      <PaletteDialog firstQuery={text} pages={PAGES} onClose={() => {}} onKeys={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Find anything',
  layout: 'alone',
  states: {
    empty: () => palette(''),
    'nothing found': () => palette('no such van', answered(find('no such van'), NONE)),
    'an unknown id': () => palette(uuid(77), answered(find(uuid(77)), NONE)),
    full: () =>
      palette(
        're',
        answered(find('re'), {
          collectives: [{ id: VANS.id, name: VANS.name, type: VANS.type }],
          entities: [{ id: uuid(23), name: null, type: 'EV' }],
          batches: [sent],
          commands: [{ id: uuid(523), dispatchId: sent.id, entityId: uuid(23), type: 'Reset' }],
        }),
      ),
  },
};
