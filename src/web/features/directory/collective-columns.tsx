import { formatNumber } from '../../../domain/format.ts';
import { COLLECTIVE_FACT_COLUMNS, type CollectiveListRow } from './collective-fact-columns.tsx';
import {
  CollectiveLink,
  commonColumns,
  NAME,
  NameCell,
  type RecordColumn,
} from './record-cells.tsx';

const common = commonColumns<CollectiveListRow>();

/** All columns of the list of Collectives. */
export const COLLECTIVE_COLUMNS: readonly RecordColumn<CollectiveListRow>[] = [
  {
    ...NAME,
    cell: (row) => <NameCell row={row} link={<CollectiveLink row={row} />} />,
  },
  { ...common.type, width: '140px' },
  {
    key: 'entities',
    header: 'Entities',
    sort: 'entities',
    width: '90px',
    numeric: true,
    cell: (row) => formatNumber(row.entityCount),
  },
  ...COLLECTIVE_FACT_COLUMNS,
  common.place,
  common.tags,
  common.note,
  common.source,
  common.known,
  common.id,
];
