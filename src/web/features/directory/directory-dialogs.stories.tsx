import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import { CONFLICT_ROUTES } from '../../../contract/console/directory-conflicts.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF, COLLECTIVES, VANS } from '../../testing/fleet-samples.ts';
import { IMPORT_RESULT } from '../../testing/import-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  Pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { AddDialog } from './add-dialog.tsx';
import { ConflictsDialog } from './conflicts-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

const administrator = signedInAs('administrator');
const collectives = answered(query(DIRECTORY_ROUTES.collectives), {
  collectives: [...COLLECTIVES],
  asOf: AS_OF,
});
const open = query(CONFLICT_ROUTES.directoryConflicts);
const lastImport = query(DIRECTORY_CHANGE_ROUTES.lastImport);
const away = problem('store_unavailable', 503);
const ADD = ['Add a Collective'];
const UNDO = ['Undo this import'];

function conflicts(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[administrator, ...seeds]}>
      <ConflictsDialog onClose={() => {}} />
    </Seeded>
  );
}
const SOME = {
  conflicts: [
    {
      kind: 'entity' as const,
      id: uuid(2),
      name: 'Van 02',
      field: 'name',
      ours: 'Van 02',
      theirs: 'NL-VAN-0002',
      source: 'import',
      seenAt: AS_OF,
    },
    {
      kind: 'collective' as const,
      id: VANS.id,
      name: VANS.name,
      field: 'tags',
      ours: '["leased","night"]',
      theirs: '["pool"]',
      source: 'batch',
      seenAt: AS_OF,
    },
  ],
  total: 2,
  asOf: AS_OF,
};

function importing(...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <ImportDialog kind="entity" onClose={() => {}} />
    </Seeded>
  );
}
const last = (undoneAt: string | null) =>
  answered(lastImport, {
    last: {
      id: uuid(990),
      operatorName: 'Marieke de Wit',
      at: AS_OF,
      result: IMPORT_RESULT,
      undoneAt,
    },
  });

export const stories: Stories = {
  title: 'Dialogs of the directory',
  layout: 'alone',
  states: {
    'add an Entity': () => (
      <Seeded seeds={[collectives]}>
        <AddDialog kind="entity" onClose={() => {}} />
      </Seeded>
    ),
    'add a Collective, nothing entered': () => (
      <Pressed names={ADD}>
        <AddDialog kind="collective" onClose={() => {}} />
      </Pressed>
    ),
    'conflicts: loading': () => conflicts(),
    'conflicts: error': () => conflicts(failed(open, away)),
    'conflicts: empty': () => conflicts(answered(open, { conflicts: [], total: 0, asOf: AS_OF })),
    'conflicts: full': () => conflicts(answered(open, SOME)),
    'import: choosing a file': () => <Pressed names={UNDO}>{importing(last(null))}</Pressed>,
    'import: the last one failed to read': () => importing(failed(lastImport, away)),
    'import: the last one was undone': () => importing(last(AS_OF)),
  },
};
