import type { Stories } from '../../gallery/story.ts';
import { IMPORT_PREVIEW, IMPORT_RESULT, IMPORT_TABLE } from '../../testing/import-samples.ts';
import { MappingFields } from './import-mapping.tsx';
import { PreviewReport } from './import-preview.tsx';

const mapping = (columns: Readonly<Record<string, string>>) => (
  <MappingFields
    kind="entity"
    table={IMPORT_TABLE}
    mapping={columns}
    onKind={() => {}}
    onMapping={() => {}}
  />
);

export const stories: Stories = {
  title: 'Preview of an import',
  states: {
    'columns without an id': () => mapping({ name: 'Title' }),
    'columns mapped': () =>
      mapping({ id: 'Device id', name: 'Title', brand: 'Make', tags: 'Labels' }),
    'faults, conflicts and changes': () => (
      <PreviewReport preview={IMPORT_PREVIEW} lines={[2, 3, 5, 6, 8, 9]} />
    ),
    'a directory file with faults': () => <PreviewReport preview={IMPORT_PREVIEW} lines={null} />,
    'nothing to change': () => (
      <PreviewReport
        preview={{
          result: IMPORT_RESULT,
          faults: [],
          faultCount: 0,
          repeatCount: 0,
          faultyRows: { collectives: [], entities: [] },
          conflicts: [],
          changes: [],
          changeCount: 0,
        }}
        lines={[2]}
      />
    ),
  },
};
