import { CONFLICT_ROUTES } from '../../../contract/console/directory-conflicts.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { answered, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { DirectoryActions } from './directory-actions.tsx';

const waiting = answered(query(CONFLICT_ROUTES.directoryConflicts), {
  conflicts: [],
  total: 3,
  asOf: AS_OF,
});

export const stories: Stories = {
  title: 'Actions on the directory',
  states: {
    'an administrator, with conflicts': () => (
      <Seeded seeds={[signedInAs('administrator'), waiting]}>
        <DirectoryActions kind="entity" />
      </Seeded>
    ),
    'a viewer': () => (
      <Seeded seeds={[signedInAs('viewer')]}>
        <DirectoryActions kind="collective" />
      </Seeded>
    ),
  },
};
