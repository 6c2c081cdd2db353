import type { Stories } from '../../gallery/story.ts';
import { asOperator } from '../../testing/story-states.tsx';
import { emptyDraft } from './bulk-draft.ts';
import { FileFields } from './file-fields.tsx';

const file = {
  name: 'vans.csv',
  remark: null,
  columns: ['id', 'name', 'kWh'],
  rows: [{ id: 'van-7', name: 'Van 07', kWh: '68' }],
  lines: [2],
  idColumn: 'id',
  capacityColumn: 'kWh',
};

export const stories: Stories = {
  title: 'File of a bulk change',
  seed: asOperator(),
  states: {
    'no file': () => <FileFields draft={emptyDraft()} onDraft={() => {}} />,
    'a feature': () => <FileFields draft={{ ...emptyDraft(), file }} onDraft={() => {}} />,
    capacities: () => (
      <FileFields draft={{ ...emptyDraft(), kind: 'capacity', file }} onDraft={() => {}} />
    ),
    'no column of ids': () => (
      <FileFields
        draft={{ ...emptyDraft(), file: { ...file, idColumn: null } }}
        onDraft={() => {}}
      />
    ),
  },
};
