import { conflictsQuery } from '../../api/directory.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { Pressed, read, Seeded, signedIn } from '../../testing/seeded.tsx';
import { DirectoryActions } from './directory-actions.tsx';
import { ListOptions } from './list-options.tsx';
import { ENTITY_COLUMNS } from './record-cells.tsx';

const waiting = read(conflictsQuery, { conflicts: [], total: 3, asOf: AS_OF });
const actions = (role: 'viewer' | 'administrator') => (
  <Seeded seeds={[signedIn(role), waiting]}>
    <DirectoryActions kind="entity" />
  </Seeded>
);
const options = (
  <ListOptions
    list="entities"
    search={{}}
    onSearch={() => {}}
    columns={ENTITY_COLUMNS}
    shown={['name', 'type', 'id']}
  />
);
const [EXPORT, COLUMNS, VIEWS] = [['Export'], ['Columns'], ['Views']];

export const stories: Stories = {
  title: 'Actions and options of a list',
  layout: 'alone',
  states: {
    'an administrator': () => actions('administrator'),
    'a viewer exports': () => <Pressed names={EXPORT}>{actions('viewer')}</Pressed>,
    columns: () => <Pressed names={COLUMNS}>{options}</Pressed>,
    'saved views': () => <Pressed names={VIEWS}>{options}</Pressed>,
  },
};
