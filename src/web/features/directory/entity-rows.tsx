import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { usePages } from '../../components/list/use-pages.ts';
import { ReadBlock } from '../../components/read-block.tsx';
import { ENTITIES_PER_PAGE, entitiesOf, type EntityList } from './directory-queries.ts';
import { ENTITY_HEIGHT } from './entity-columns.tsx';

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
    <DataTable
      // Another filter or order starts at the top.
      key={JSON.stringify(list)}
      label="Entities"
      mayBeWide
      columns={columns}
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
  );
}
