import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { BatchList } from '../../../contract/console/batch.ts';
import type { DirectoryCollectives } from '../../../contract/console/directory.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { DayRange } from '../../components/date-input.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { isNarrowed, OUTCOMES, type BatchesSearch } from './batches-search.ts';

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
  collectives: DirectoryCollectives['collectives'];
  operators: BatchList['operators'];
  onSearch: (change: Partial<BatchesSearch>) => void;
}

/** The filters of the list of batches, which live in the URL. */
export function BatchesFilters(props: BatchesFiltersProps) {
  const { search, zone, collectives, operators, onSearch } = props;
  return (
    <Box
      component="search"
      aria-label="Filters of the batches"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 1,
        alignItems: 'center',
        mb: 2,
      }}
    >
      <ChoiceChips
        label="Outcome"
        choices={OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
        value={search.outcome ?? null}
        onChange={(value) =>
          onSearch({ outcome: OUTCOMES.find((outcome) => outcome === value) ?? undefined })
        }
      />
      <SelectField
        label="Collective"
        any="All"
        value={search.collective}
        options={collectives
          .map(({ id, name }) => ({ value: id, label: name }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
        onChange={(collective) => onSearch({ collective })}
      />
      <SelectField
        label="Command"
        any="All"
        value={search.type}
        options={COMMAND_TYPES.map((type) => ({ value: type, label: commandLabel(type) }))}
        onChange={(type) => onSearch({ type })}
      />
      <SelectField
        label="Sent by"
        any="All operators"
        value={search.operator}
        options={operators.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(operator) => onSearch({ operator })}
      />
      <DayRange from={search.from} to={search.to} zone={zone} onChange={onSearch} />
      {isNarrowed(search) && (
        <Button color="inherit" onClick={() => onSearch(NOTHING)}>
          Clear filters
        </Button>
      )}
    </Box>
  );
}
