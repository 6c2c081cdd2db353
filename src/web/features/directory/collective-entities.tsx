import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import { formatCount, formatNumber, typeLabel } from '../../../domain/format.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { facetsOf } from './directory-queries.ts';
import { columnsWithin, ENTITY_HEIGHT } from './entity-columns.tsx';
import { useEntityPages } from './use-entity-pages.ts';

/** The search parameters for the Entities of a Collective. */
type Search = Partial<Record<'q' | 'type' | 'sort' | 'order', string | undefined>>;

interface CollectiveEntitiesProps {
  collectiveId: string;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
}

const ORDERS = ['asc', 'desc'] as const;

/** Columns shown if they have known values. */
const SHOWN: ReadonlySet<string> = new Set([
  'name',
  'type',
  'brand',
  'outcome',
  'seen',
  'energy',
  'place',
  'collectives',
]);

/** The known Entities of a Collective, like the full list, with filters in the address. */
export function CollectiveEntities({ collectiveId, search, onSearch }: CollectiveEntitiesProps) {
  const { q, type } = search;
  const sort = ENTITY_SORTS.find((each) => each === search.sort);
  const order = ORDERS.find((each) => each === search.order);
  const list = useMemo(
    () => ({
      collective: collectiveId,
      ...(q === undefined ? {} : { q }),
      ...(type === undefined ? {} : { type }),
      ...(sort === undefined ? {} : { sort }),
      ...(order === undefined ? {} : { order }),
    }),
    [collectiveId, q, type, sort, order],
  );
  const { refresh, ...read } = useEntityPages(list);
  const { data: all } = useQuery(facetsOf({ collective: collectiveId }));
  const filled = all?.filled;
  const columns = useMemo(() => {
    const counts = new Map(Object.entries(filled ?? {}));
    return columnsWithin(collectiveId).filter(({ key }) => SHOWN.has(key) && counts.get(key) !== 0);
  }, [collectiveId, filled]);
  const changeQuery = useCallback(
    (text: string) => onSearch({ q: text === '' ? undefined : text }),
    [onSearch],
  );
  const { total } = read;
  const isFiltered = q !== undefined || type !== undefined;
  return (
    <Section
      ofTab
      title="Entities"
      aside={total !== undefined && <AsOf read={{ ...read, refresh }} what="the Entities" />}
    >
      {total === undefined && (
        <ReadBlock
          read={{ error: read.error, isFetching: read.fetching, refetch: refresh }}
          what="the Entities"
        />
      )}
      {total === 0 && !isFiltered && (
        <EmptyState title="No Entities of this Collective are known.">
          The Service does not list the Entities of a Collective. An administrator can import a
          directory file that does.
        </EmptyState>
      )}
      {total !== undefined && (total > 0 || isFiltered) && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}>
            <FilterField
              label="Filter by name, brand or id"
              value={q ?? ''}
              onChange={changeQuery}
            />
            <ChoiceChips
              label="Type of Entity"
              choices={(all?.type.values ?? []).map(({ value, count }) => ({
                value,
                label: typeLabel(value),
                count,
              }))}
              value={type ?? null}
              onChange={(value) => onSearch({ type: value ?? undefined })}
            />
            <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
              {isFiltered && all !== undefined
                ? `${formatNumber(total)} of ${formatCount(all.total, 'Entity', 'Entities')}`
                : formatCount(total, 'Entity', 'Entities')}
            </Live>
          </Box>
          {total === 0 ? (
            <EmptyState title="No Entity matches these filters.">
              <Button onClick={() => onSearch({ q: undefined, type: undefined })}>
                Clear filters
              </Button>
            </EmptyState>
          ) : (
            <DataTable
              // Another filter or order starts at the top.
              key={JSON.stringify(list)}
              label="Entities"
              mayBeWide
              columns={columns}
              rows={{ total, rowAt: read.rowAt }}
              rowKey={(row) => row.id}
              onWindow={read.onWindow}
              busy={read.stale}
              sort={{ by: sort ?? 'name', order: order ?? 'asc' }}
              onSort={(next) => {
                const by = ENTITY_SORTS.find((each) => each === next.by);
                onSearch({ sort: by === 'name' ? undefined : by, order: next.order });
              }}
              narrowHeight={ENTITY_HEIGHT}
            />
          )}
        </>
      )}
    </Section>
  );
}
