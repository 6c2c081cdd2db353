import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { formatNumber } from '../../../domain/format.ts';
import {
  CollectiveLink,
  commonColumns,
  NAME,
  NameCell,
  type RecordColumn,
} from './record-cells.tsx';

const common = commonColumns<DirectoryCollectiveRecord>();

/** All columns of the list of Collectives. */
export const COLLECTIVE_COLUMNS: readonly RecordColumn<DirectoryCollectiveRecord>[] = [
  {
    ...NAME,
    cell: (row) => <NameCell row={row} link={<CollectiveLink row={row} />} />,
  },
  common.type,
  {
    key: 'entities',
    header: 'Entities',
    sort: 'entities',
    width: '90px',
    numeric: true,
    cell: (row) => formatNumber(row.entityCount),
  },
  common.place,
  common.tags,
  common.note,
  common.source,
  common.known,
  common.id,
];
