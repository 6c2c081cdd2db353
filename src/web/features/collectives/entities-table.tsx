import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useMemo } from 'react';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Live } from '../../components/live.tsx';
import type { CollectiveSearch } from './collectives-search.ts';
import { countTypes, filterEntities } from './filters.ts';

interface EntitiesTableProps {
  collectiveId: string;
  entities: readonly DirectoryEntity[];
  query: string;
  type: string | null;
  onSearch: (change: Partial<CollectiveSearch>) => void;
}

function nameOf(entity: DirectoryEntity): string {
  return entity.name ?? shortId(entity.id);
}

function columnsFor(collectiveId: string): readonly Column<DirectoryEntity>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      cell: (row) => <EntityLink id={row.id} name={row.name} type={row.type} />,
    },
    { key: 'type', header: 'Type', width: '14%', cell: (row) => row.type ?? MISSING },
    { key: 'brand', header: 'Brand', width: '16%', cell: (row) => row.brand ?? MISSING },
    {
      key: 'others',
      header: 'Also in',
      width: '26%',
      cell: (row) => <OtherCollectives entity={row} collectiveId={collectiveId} />,
    },
    {
      key: 'id',
      header: 'Id',
      width: '14%',
      cell: (row) => <CopyId id={row.id} what={`the id of ${nameOf(row)}`} />,
    },
  ];
}

function OtherCollectives({
  entity,
  collectiveId,
}: {
  entity: DirectoryEntity;
  collectiveId: string;
}) {
  const others = entity.collectives.filter(({ id }) => id !== collectiveId);
  if (others.length === 0) return MISSING;
  return others.map((other, at) => (
    <span key={other.id}>
      {at > 0 && ', '}
      <AppLink to="/collectives/$collectiveId" params={{ collectiveId: other.id }}>
        {other.name}
      </AppLink>
    </span>
  ));
}

/** The known Entities of a Collective, with filters that live in the URL. */
export function EntitiesTable(props: EntitiesTableProps) {
  const { collectiveId, entities, query, type, onSearch } = props;
  const types = useMemo(() => countTypes(entities), [entities]);
  const rows = useMemo(() => filterEntities(entities, query, type), [entities, query, type]);
  const columns = useMemo(() => columnsFor(collectiveId), [collectiveId]);
  const changeQuery = useCallback(
    (q: string) => onSearch({ q: q === '' ? undefined : q }),
    [onSearch],
  );

  if (entities.length === 0) {
    return (
      <EmptyState title="No Entities of this Collective are known.">
        The Service does not list the Entities of a Collective. An administrator can import a
        directory file that does.
      </EmptyState>
    );
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}>
        <FilterField label="Filter by name, brand or id" value={query} onChange={changeQuery} />
        <ChoiceChips
          label="Type of Entity"
          choices={types.map((each) => ({
            value: each.type,
            label: each.type,
            count: each.count,
          }))}
          value={type}
          onChange={(value) => onSearch({ type: value ?? undefined })}
        />
        <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {rows.length === entities.length
            ? formatCount(entities.length, 'Entity', 'Entities')
            : `${formatNumber(rows.length)} of ${formatCount(entities.length, 'Entity', 'Entities')}`}
        </Live>
      </Box>
      {rows.length === 0 ? (
        <EmptyState title="No Entity matches these filters.">
          <Button onClick={() => onSearch({ q: undefined, type: undefined })}>Clear filters</Button>
        </EmptyState>
      ) : (
        <Table
          label="Entities"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          renderNarrow={(row) => ({
            first: <EntityLink id={row.id} name={row.name} type={row.type} />,
            second: [row.type ?? 'Unknown type', row.brand].filter(Boolean).join(' · '),
          })}
        />
      )}
    </>
  );
}
