import Box from '@mui/material/Box';
import { COMMAND_STATUSES, COMMAND_TYPES, type Command } from '../../../contract/command.ts';
import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ENTITY_PAGE, type EntitySearch } from './entity-search.ts';

interface CommandFiltersProps {
  search: EntitySearch;
  problem: string | null;
  /** The Commands read, whose statuses and types may be unknown. */
  commands: readonly Command[];
  senders: readonly (string | null)[];
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Known values first, then those that only the Service uses. */
function optionsOf(known: readonly string[], seen: readonly (string | null)[]) {
  const values = new Set([...known, ...seen.filter((value) => value !== null)]);
  return [...values].map((value) => ({ value, label: value }));
}

/** The period of the Commands, and their filters. */
export function CommandFilters(props: CommandFiltersProps) {
  const { search, problem, commands, senders, onSearch } = props;
  const statuses = commands.map(({ status }) => status);
  const types = commands.map(({ type }) => type);
  return (
    <>
      <ListBar
        label="Filters of the Commands"
        list={ENTITY_PAGE}
        search={search}
        onSearch={onSearch}
        options={{
          status: optionsOf(COMMAND_STATUSES, statuses),
          type: optionsOf(COMMAND_TYPES, types),
          sender: optionsOf([SENT_BY_ANOTHER], senders),
        }}
      />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main', flexBasis: '100%' }}>
          {problem}
        </Box>
      )}
    </>
  );
}
