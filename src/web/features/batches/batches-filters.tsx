import { useQuery } from '@tanstack/react-query';
import type { BatchList } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListViews } from '../../components/list/list-views.tsx';
import { BATCH_VIEWS, BATCHES, SENDERS, type BatchesSearch } from './batches-search.ts';

interface BatchesFiltersProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
  /** Undefined while they are being read. */
  operators: BatchList['operators'] | undefined;
}

/** The views and the filters of the list of batches. */
export function BatchesFilters({ search, onSearch, operators }: BatchesFiltersProps) {
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const named = (all: readonly { id: string; name: string }[] | undefined) =>
    all
      ?.map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <ListViews label="Views of the batches" list="batches" views={BATCH_VIEWS} search={search} />
      <ListBar
        label="Filters of the batches"
        list={BATCHES}
        search={search}
        onSearch={onSearch}
        options={{
          collective: named(collectives.data?.collectives),
          operator: [...SENDERS, ...(named(operators) ?? [])],
        }}
        read={collectives}
      />
    </>
  );
}
