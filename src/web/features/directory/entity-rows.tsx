import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { formatCount } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { usePermission } from '../../api/session.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { usePages } from '../../components/list/use-pages.ts';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { refreshEntities } from '../fleet/refresh-reads.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { ENTITIES_PER_PAGE, entitiesOf, type EntityList } from './directory-queries.ts';
import { ENTITY_HEIGHT } from './entity-columns.tsx';
import { menuColumn, withTicks } from './row-columns.tsx';

/** A list of Entities whose pages are read as they scroll into view. */
export const useEntityPages = (list: EntityList) =>
  usePages(
    ENTITIES_PER_PAGE,
    (page) => entitiesOf(list, page),
    ({ entities }) => entities,
  );

interface EntityRowsProps {
  list: EntityList;
  read: ReturnType<typeof useEntityPages>;
  columns: readonly Column<EntityListRow>[];
  /** Takes the filters off; null: none is on. */
  onClear: (() => void) | null;
  onOrder: (order: { sort: EntityList['sort']; order: 'asc' | 'desc' }) => void;
  /** Said if there is no Entity at all. */
  none: ReactNode;
}

/** The Entities of a list, or why there are none. */
export function EntityRows({ list, read, columns, onClear, onOrder, none }: EntityRowsProps) {
  const { total, error, fetching, refresh, rowAt } = read;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { allowed: mayDispatch } = usePermission('dispatch');
  const { allowed: mayRefresh } = usePermission('refresh-fleet');
  const { mutate, ...refreshing } = useMutation(refreshEntities);
  const onRefresh = mayRefresh ? mutate : undefined;
  const shown = useMemo(() => {
    const onTick = (id: string, ticked: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        if (ticked) after.add(id);
        else after.delete(id);
        return after;
      });
    const [name, ...others] = columns;
    if (name === undefined) return columns;
    return [withTicks(name, chosen, onTick), ...others, menuColumn({ mayDispatch, onRefresh })];
  }, [columns, chosen, mayDispatch, onRefresh]);
  if (total === undefined) {
    return (
      <ReadBlock read={{ error, isFetching: fetching, refetch: refresh }} what="the Entities" />
    );
  }
  if (total === 0) {
    return onClear === null ? (
      none
    ) : (
      <EmptyState title="No Entity matches these filters.">
        <Button onClick={onClear}>Clear all filters</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <ChosenBar chosen={chosen} onRefresh={onRefresh} onClear={() => setChosen(new Set())} />
      <Live sx={{ fontSize: '0.8125rem' }}>
        {refreshing.isSuccess &&
          `Requested: ${formatCount(refreshing.data, 'Entity', 'Entities')}.`}
        {refreshing.isError && `Not refreshed: ${errorText(refreshing.error).title}`}
      </Live>
      <DataTable
        // Another filter or order starts at the top.
        key={JSON.stringify(list)}
        label="Entities"
        mayBeWide
        columns={shown}
        rows={{ total, rowAt }}
        rowKey={({ id }) => id}
        onWindow={read.onWindow}
        busy={read.stale}
        sort={{ by: list.sort ?? 'name', order: list.order ?? 'asc' }}
        onSort={({ by, order }) => {
          const sort = ENTITY_SORTS.find((each) => each === by);
          onOrder({ sort: sort === 'name' ? undefined : sort, order });
        }}
        narrowHeight={ENTITY_HEIGHT}
      />
    </>
  );
}
