import type { OthersRound } from '../../contract/console/others-commands.ts';
import { commandLabelWithValue } from '../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { CountsBar } from './status/outcome-bar.tsx';
import type { Column } from './table/column.ts';
import { Table } from './table/table.tsx';
import { DateTimeText, RelativeTimeText } from './time-text.tsx';

const commandsOf = ({ verdictCounts }: OthersRound) =>
  Object.values(verdictCounts).reduce((sum, count) => sum + count, 0);

const COLUMNS: readonly Column<OthersRound>[] = [
  { key: 'command', header: 'Command', wraps: true, cell: commandLabelWithValue },
  // The second one: where the table is cut, it is seen.
  {
    key: 'when',
    header: 'Takes effect',
    width: '152px',
    cell: ({ triggerAt }) => <DateTimeText instant={triggerAt} />,
  },
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
    width: '40%',
    cell: ({ verdictCounts }) => <CountsBar verdictCounts={verdictCounts} />,
  },
];

/** What other systems sent or planned: Commands of the same type, value and time in one row. */
export function OthersRounds({ label, rounds }: { label: string; rounds: readonly OthersRound[] }) {
  return (
    <Table
      label={label}
      columns={COLUMNS}
      rows={rounds}
      rowKey={({ type, value, triggerAt }) => `${type ?? ''} ${value ?? ''} ${triggerAt}`}
      renderNarrow={(round) => ({
        first: commandLabelWithValue(round),
        second: (
          <>
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
