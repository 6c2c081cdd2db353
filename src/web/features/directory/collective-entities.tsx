import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListCount } from '../../components/list-count.tsx';
import { declareList } from '../../components/list/declare-list.ts';
import { ENTITY_FILTERS, facetOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { Section } from '../../components/section.tsx';
import { useRefreshReads } from '../fleet/refresh-reads.ts';
import { facetsOf } from './directory-queries.ts';
import { columnsWithin } from './entity-columns.tsx';
import { EntityRows, useEntityPages } from './entity-rows.tsx';

/** The search parameters for the Entities of a Collective. */
type Search = Partial<Record<'q' | 'type' | 'sort' | 'order', string | undefined>>;

/** The filters of the Entities of a Collective. */
const FILTERS = declareList({ q: ENTITY_FILTERS.q, type: ENTITY_FILTERS.type });

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

interface CollectiveEntitiesProps {
  collectiveId: string;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
}

/** The known Entities of a Collective, like the full list, with filters in the address. */
export function CollectiveEntities({ collectiveId, search, onSearch }: CollectiveEntitiesProps) {
  const { q, type } = search;
  const sort = ENTITY_SORTS.find((each) => each === search.sort);
  const order = ORDERS.find((each) => each === search.order);
  const list = useMemo(
    () => ({ collective: collectiveId, q, type, sort, order }),
    [collectiveId, q, type, sort, order],
  );
  const read = useEntityPages(list);
  const refreshed = useRefreshReads({ collectiveId });
  const { data: all } = useQuery(facetsOf({ collective: collectiveId }));
  const empty = all?.empty;
  const columns = useMemo(
    () =>
      columnsWithin(collectiveId).filter(
        ({ key }) => SHOWN.has(key) && empty?.includes(key) !== true,
      ),
    [collectiveId, empty],
  );
  const { total } = read;
  const isNarrowed = FILTERS.isNarrowed({ q, type });
  return (
    <Section
      ofTab
      title="Entities"
      aside={
        total !== undefined && (
          <>
            <ListCount
              count={formatNumber(total)}
              noun={total === 1 ? 'Entity' : 'Entities'}
              filtered={isNarrowed}
            />
            <AsOf read={refreshed(read)} what="the Entities" />
          </>
        )
      }
    >
      {(isNarrowed || (total ?? 0) > 0) && (
        <ListBar
          label="Filters of the Entities"
          list={FILTERS}
          search={{ q, type }}
          onSearch={onSearch}
          options={facetOptions(all)}
        />
      )}
      <EntityRows
        list={list}
        read={read}
        columns={columns}
        onClear={isNarrowed ? () => onSearch(FILTERS.none) : null}
        onOrder={onSearch}
        none={
          <EmptyState title="No Entities of this Collective are known.">
            The Service does not list the Entities of a Collective. An administrator can import a
            directory file that does.
          </EmptyState>
        }
      />
    </Section>
  );
}
