import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { BatchList } from '../../../contract/console/batch.ts';
import type { DirectoryCollectives } from '../../../contract/console/directory.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { dateIn } from '../../../domain/time.ts';
import { daysFacet } from '../../components/filter-bar/days-facet.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { useNow } from '../../components/use-now.ts';
import { OUTCOMES, type BatchesSearch } from './batches-search.ts';

const OUTCOME_LABELS: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  running: 'Running',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Outcome unknown',
};

/** All filters of the page, cleared. */
const NOTHING: BatchesSearch = {
  collective: undefined,
  type: undefined,
  operator: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
};

interface BatchesFiltersProps {
  search: BatchesSearch;
  zone: string;
  /** Undefined while they are being read. */
  collectives: DirectoryCollectives['collectives'] | undefined;
  operators: BatchList['operators'] | undefined;
  onSearch: (change: Partial<BatchesSearch>) => void;
}

/** The filters of the list of batches, stored in the URL. */
export function BatchesFilters(props: BatchesFiltersProps) {
  const { search, zone, collectives, operators, onSearch } = props;
  const today = dateIn(zone, useNow(60_000));
  return (
    <FilterBar
      label="Filters of the batches"
      facets={[
        {
          kind: 'choice',
          key: 'outcome',
          label: 'Outcome',
          any: 'Any outcome',
          options: OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
          value: search.outcome ?? null,
          onChange: (value) => onSearch({ outcome: OUTCOMES.find((each) => each === value) }),
        },
        {
          kind: 'choice',
          key: 'collective',
          label: 'Collective',
          any: 'Any Collective',
          options: collectives
            ?.map(({ id, name }) => ({ value: id, label: name }))
            .toSorted((a, b) => a.label.localeCompare(b.label)),
          value: search.collective ?? null,
          onChange: (value) => onSearch({ collective: value ?? undefined }),
        },
        {
          kind: 'choice',
          key: 'type',
          label: 'Command',
          any: 'Any Command',
          options: COMMAND_TYPES.map((type) => ({ value: type, label: commandLabel(type) })),
          value: search.type ?? null,
          onChange: (value) => onSearch({ type: value ?? undefined }),
        },
        {
          kind: 'choice',
          key: 'operator',
          label: 'Sent by',
          verb: '',
          any: 'Any operator',
          options: operators?.map(({ id, name }) => ({ value: id, label: name })),
          value: search.operator ?? null,
          onChange: (value) => onSearch({ operator: value ?? undefined }),
        },
        daysFacet('Sent', { from: search.from, to: search.to }, today, zone, onSearch),
      ]}
      onClear={() => onSearch(NOTHING)}
    />
  );
}
