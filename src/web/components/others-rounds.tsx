import type { OthersRound } from '../../contract/console/others-commands.ts';
import { commandLabelWithValue } from '../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { AppLink } from './app-link.tsx';
import { CountsBar } from './status/outcome-bar.tsx';
import type { Column } from './data-table/column.ts';
import { DataTable } from './data-table/data-table.tsx';
import { DateTimeText, RelativeTimeText } from './time-text.tsx';

const commandsOf = ({ verdictCounts }: OthersRound) =>
  Object.values(verdictCounts).reduce((sum, count) => sum + count, 0);

const FIRST: readonly Column<OthersRound>[] = [
  { key: 'command', header: 'Command', wraps: true, cell: commandLabelWithValue },
  // Second, so that it stays visible if the table is cut.
  {
    key: 'when',
    header: 'Takes effect',
    width: '152px',
    cell: ({ triggerAt }) => <DateTimeText instant={triggerAt} />,
  },
];
const COLLECTIVE: Column<OthersRound> = {
  key: 'collective',
  header: 'Collective',
  width: '18%',
  isEmpty: ({ collective }) => collective === null,
  cell: ({ collective }) =>
    collective !== null && (
      <AppLink to="/collectives/$collectiveId" params={{ collectiveId: collective.id }}>
        {collective.name}
      </AppLink>
    ),
};
const LAST: readonly Column<OthersRound>[] = [
  {
    key: 'count',
    header: 'Commands',
    width: '96px',
    numeric: true,
    cell: (round) => formatNumber(commandsOf(round)),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: '32%',
    cell: ({ verdictCounts }) => <CountsBar verdictCounts={verdictCounts} />,
  },
];

interface OthersRoundsProps {
  label: string;
  rounds: readonly OthersRound[];
  /** Whether to show the column for the Collective. */
  withCollective: boolean;
}

/** What other systems sent or planned: Commands of the same type, value and time in one row. */
export function OthersRounds({ label, rounds, withCollective }: OthersRoundsProps) {
  return (
    <DataTable
      label={label}
      columns={[...FIRST, ...(withCollective ? [COLLECTIVE] : []), ...LAST]}
      rows={rounds}
      rowKey={({ type, value, triggerAt }) => `${type ?? ''} ${value ?? ''} ${triggerAt}`}
      renderNarrow={(round) => ({
        first: commandLabelWithValue(round),
        second: (
          <>
            {withCollective && round.collective !== null && `${round.collective.name} · `}
            {formatCount(commandsOf(round), 'Command', 'Commands')}
            {' · '}
            <RelativeTimeText instant={round.triggerAt} />
          </>
        ),
        end: <CountsBar verdictCounts={round.verdictCounts} compact />,
      })}
    />
  );
}
