import Box from '@mui/material/Box';
import { COMMAND_STATUSES, COMMAND_TYPES, type Command } from '../../../contract/command.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { bothDays } from '../../components/period-picker/period-choice.ts';
import { DEFAULT_COMMAND_RANGE } from './command-frame.ts';
import { COMMAND_RANGES, type CommandRangeName, type EntitySearch } from './entity-search.ts';

const LABELS: Readonly<Record<Exclude<CommandRangeName, 'custom'>, string>> = {
  around: '30 days back and ahead',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  ahead: 'Upcoming',
  all: 'All time',
};
const PRESETS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

interface CommandFiltersProps {
  search: EntitySearch;
  zone: string;
  problem: string | null;
  /** The Commands read, whose statuses and types may be unknown. */
  commands: readonly Command[];
  onSearch: (change: Partial<EntitySearch>) => void;
}

const NO_PERIOD = { commands: undefined, commandsFrom: undefined, commandsTo: undefined };

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
    <>
      <FilterBar
        label="Filters of the Commands"
        facets={[
          {
            kind: 'period',
            key: 'period',
            label: 'Trigger time',
            verb: '',
            any: LABELS.around,
            always: true,
            presets: PRESETS,
            preset: name === 'custom' ? null : name,
            onPreset: (value) => {
              const range = COMMAND_RANGES.find((known) => known === value);
              const named = range === DEFAULT_COMMAND_RANGE ? undefined : range;
              onSearch({ ...NO_PERIOD, commands: named });
            },
            from: search.commandsFrom,
            to: search.commandsTo,
            zone,
            onDays: (days) => {
              const { from, to } = bothDays(days);
              onSearch(
                from === undefined
                  ? NO_PERIOD
                  : { commands: 'custom', commandsFrom: from, commandsTo: to },
              );
            },
            onClear: () => onSearch(NO_PERIOD),
          },
          {
            kind: 'choice',
            key: 'status',
            label: 'Status',
            any: 'Any status',
            options: optionsOf(
              COMMAND_STATUSES,
              commands.map(({ status }) => status),
              (value) => value,
            ),
            value: search.status ?? null,
            onChange: (status) => onSearch({ status: status ?? undefined }),
          },
          {
            kind: 'choice',
            key: 'type',
            label: 'Type',
            any: 'Any type',
            options: optionsOf(
              COMMAND_TYPES,
              commands.map(({ type }) => type),
              commandLabel,
            ),
            value: search.type ?? null,
            onChange: (type) => onSearch({ type: type ?? undefined }),
          },
        ]}
        onClear={() => onSearch({ ...NO_PERIOD, status: undefined, type: undefined })}
      />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main', flexBasis: '100%' }}>
          {problem}
        </Box>
      )}
    </>
  );
}
