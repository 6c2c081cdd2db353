import type { DirectoryEntityRecord } from '../../../contract/console/directory.ts';
import { MISSING } from '../../../domain/format.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import {
  CollectiveLink,
  commonColumns,
  NAME,
  NameCell,
  type RecordColumn,
} from './record-cells.tsx';

const common = commonColumns<DirectoryEntityRecord>();

/** All columns of the list of Entities. */
export const ENTITY_COLUMNS: readonly RecordColumn<DirectoryEntityRecord>[] = [
  {
    ...NAME,
    cell: (row) => (
      <NameCell row={row} link={<EntityLink id={row.id} name={row.name} type={row.type} />} />
    ),
  },
  common.type,
  {
    key: 'brand',
    header: 'Brand',
    sort: 'brand',
    width: '12%',
    cell: (row) => row.brand ?? MISSING,
  },
  common.place,
  common.tags,
  {
    key: 'collectives',
    header: 'Collectives',
    width: '18%',
    cell: (row) =>
      row.collectives.length === 0
        ? MISSING
        : row.collectives.map((each, at) => (
            <span key={each.id}>
              {at > 0 && ', '}
              <CollectiveLink row={each} />
            </span>
          )),
  },
  common.note,
  common.source,
  common.known,
  common.id,
];
