import Box from '@mui/material/Box';
import { COMMAND_STATUSES, COMMAND_TYPES, type Command } from '../../../contract/command.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { dateIn } from '../../../domain/time.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { DayRange } from '../../components/date-input.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { DEFAULT_COMMAND_RANGE } from './command-frame.ts';
import { COMMAND_RANGES, type CommandRangeName, type EntitySearch } from './entity-search.ts';

const LABELS: Readonly<Record<CommandRangeName, string>> = {
  around: '30 days back and ahead',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  ahead: 'Upcoming',
  all: 'All time',
  custom: 'From … to …',
};

interface CommandFiltersProps {
  search: EntitySearch;
  zone: string;
  problem: string | null;
  /** The Commands read, whose statuses and types may be unknown. */
  commands: readonly Command[];
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Known values first, then those that only the Service uses. */
function optionsOf(
  known: readonly string[],
  seen: readonly (string | null)[],
  label: (value: string) => string,
) {
  const values = new Set([...known, ...seen.filter((value) => value !== null)]);
  return [...values].map((value) => ({ value, label: label(value) }));
}

/** The period of the Commands, and their filters. */
export function CommandFilters(props: CommandFiltersProps) {
  const { search, zone, problem, commands, onSearch } = props;
  const name = search.commands ?? DEFAULT_COMMAND_RANGE;
  return (
    <Box
      component="search"
      aria-label="Filters of the Commands"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1, alignItems: 'center' }}
    >
      <ChoiceChips
        label="Trigger time"
        required
        choices={COMMAND_RANGES.map((value) => ({ value, label: LABELS[value] }))}
        value={name}
        onChange={(value) => {
          const range = COMMAND_RANGES.find((known) => known === value);
          if (range === undefined) return;
          const today = dateIn(zone, Date.now());
          const custom = range === 'custom';
          onSearch({
            commands: range === DEFAULT_COMMAND_RANGE ? undefined : range,
            commandsFrom: custom ? (search.commandsFrom ?? today) : undefined,
            commandsTo: custom ? (search.commandsTo ?? today) : undefined,
          });
        }}
      />
      {name === 'custom' && (
        <DayRange
          of=" of the Commands"
          from={search.commandsFrom}
          to={search.commandsTo}
          zone={zone}
          onChange={(day) =>
            onSearch('from' in day ? { commandsFrom: day.from } : { commandsTo: day.to })
          }
        />
      )}
      <SelectField
        label="Status"
        any="All"
        value={search.status}
        options={optionsOf(
          COMMAND_STATUSES,
          commands.map(({ status }) => status),
          (value) => value,
        )}
        onChange={(status) => onSearch({ status })}
      />
      <SelectField
        label="Type"
        any="All"
        value={search.type}
        options={optionsOf(
          COMMAND_TYPES,
          commands.map(({ type }) => type),
          commandLabel,
        )}
        onChange={(type) => onSearch({ type })}
      />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main', flexBasis: '100%' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
