import { conflictsQuery } from '../../api/directory-conflicts.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { answered, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { DirectoryActions } from './directory-actions.tsx';

const waiting = answered(conflictsQuery, { conflicts: [], total: 3, asOf: AS_OF });

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
