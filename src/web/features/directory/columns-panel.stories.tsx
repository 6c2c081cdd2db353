import type { Stories } from '../../gallery/story.ts';
import { Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { DirectoryActions } from './directory-actions.tsx';
import { ListOptions } from './list-options.tsx';
import { ENTITY_COLUMNS } from './entity-columns.tsx';

const actions = (
  <Seeded seeds={[signedInAs('viewer')]}>
    <DirectoryActions kind="entity" />
  </Seeded>
);
const options = (
  <ListOptions
    search={{}}
    onSearch={() => {}}
    columns={ENTITY_COLUMNS}
    shown={['name', 'type', 'id']}
  />
);
const [EXPORT, COLUMNS] = [['More actions'], ['Columns']];

export const stories: Stories = {
  title: 'Panels of a list',
  layout: 'alone',
  states: {
    export: () => <Pressed names={EXPORT}>{actions}</Pressed>,
    columns: () => <Pressed names={COLUMNS}>{options}</Pressed>,
  },
};
