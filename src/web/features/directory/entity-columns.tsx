import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { MISSING } from '../../../domain/format.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { Hint } from '../../components/hint.tsx';
import { ENTITY_FACT_COLUMNS } from './entity-fact-columns.tsx';
import {
  CollectiveLink,
  commonColumns,
  NAME,
  NameCell,
  type RecordColumn,
} from './record-cells.tsx';

const common = commonColumns<EntityListRow>();

function Collectives({ of }: { of: EntityListRow['collectives'] }) {
  if (of.length === 0) return MISSING;
  return of.map((each, at) => (
    <span key={each.id}>
      {at > 0 && ', '}
      <CollectiveLink row={each} />
    </span>
  ));
}

/** Height in px of an Entity of a long list on a phone: its name, its state, and a line of further facts. */
export const ENTITY_HEIGHT = 84;

/** All columns of the list of Entities. */
export const ENTITY_COLUMNS: readonly RecordColumn<EntityListRow>[] = [
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
    width: '110px',
    cell: (row) => row.brand ?? MISSING,
  },
  ...ENTITY_FACT_COLUMNS,
  {
    ...common.place,
    cell: (row) => {
      const read = row.facts?.place ?? null;
      if (row.place !== null || read === null) return row.place ?? MISSING;
      return <Hint text="From its Locations">{read}</Hint>;
    },
    isEmpty: (row) => row.place === null && (row.facts?.place ?? null) === null,
  },
  common.tags,
  {
    key: 'collectives',
    header: 'Collectives',
    width: '180px',
    cell: (row) => <Collectives of={row.collectives} />,
  },
  common.note,
  common.source,
  common.known,
  common.id,
];

/** The columns for one Collective's Entities: they show the other Collectives of each. */
export function columnsWithin(collectiveId: string): readonly RecordColumn<EntityListRow>[] {
  return ENTITY_COLUMNS.map((column) =>
    column.key === 'collectives'
      ? {
          ...column,
          header: 'Also in',
          width: '152px',
          cell: (row) => (
            <Collectives of={row.collectives.filter(({ id }) => id !== collectiveId)} />
          ),
        }
      : column,
  );
}
