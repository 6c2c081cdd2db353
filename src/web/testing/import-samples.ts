import type { DirectoryImportResult } from '../../contract/console/directory-import.ts';
import type { ImportPreview } from '../../contract/console/directory-changes.ts';
import { uuid } from './samples.ts';

/** An operator's table. */
export const IMPORT_TABLE = {
  columns: ['Device id', 'Title', 'Make', 'City', 'Labels'],
  rows: [
    { 'Device id': uuid(1), Title: 'Van 01', Make: 'Renault', City: 'Rotterdam', Labels: 'leased' },
    { 'Device id': 'no-id', Title: 'Broken', Make: '', City: '', Labels: '' },
  ],
  lines: [2, 3],
};

/** The result of an import. */
export const IMPORT_RESULT: DirectoryImportResult = {
  collectives: { added: 0, updated: 1, unchanged: 2, conflicts: 0 },
  entities: { added: 12, updated: 2, unchanged: 34, conflicts: 1 },
  memberships: { added: 12, removed: 1 },
};

/** The preview of an import with faulty rows, a duplicate, a conflict and a change. */
export const IMPORT_PREVIEW: ImportPreview = {
  result: IMPORT_RESULT,
  faults: [
    { list: 'entities', index: 1, field: 'id', message: 'Not an id: expected a UUID.' },
    { list: 'entities', index: 4, field: 'tags', message: 'A tag has at most 30 characters' },
    {
      list: 'entities',
      index: 5,
      field: 'id',
      message: 'An earlier row has the same id.',
      repeats: 0,
    },
  ],
  faultCount: 14,
  repeatCount: 1,
  faultyRows: { collectives: [], entities: [1, 4, 5] },
  conflicts: [
    {
      kind: 'entity',
      id: uuid(2),
      name: 'Van 02',
      field: 'name',
      ours: 'Van 02',
      theirs: 'NL-VAN-0002',
    },
  ],
  changes: [
    {
      kind: 'entity',
      id: uuid(23),
      name: null,
      field: 'place',
      ours: 'Rotterdam',
      theirs: 'Dordrecht charging hub and overnight parking',
    },
  ],
  changeCount: 1,
};
