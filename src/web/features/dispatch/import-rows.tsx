import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { sentValue, type PlannedRow } from '../../../domain/schedule-rows.ts';
import {
  readScheduleTable,
  type ScheduleTable,
  type TableLine,
} from '../../../domain/schedule-table.ts';
import { readCsv } from '../../../lib/read-csv.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { readText } from '../../components/table-file.ts';
import { TextInput } from '../../components/text-input.tsx';
import { browserZone } from '../../theme/preferences.ts';

/** Maximum length of a table, in characters. */
const TABLE_MAX = 1_000_000;

interface ImportRowsProps {
  /** How many more rows fit. */
  room: number;
  onTake: (rows: readonly PlannedRow[]) => void;
}

const takeFocus = (button: HTMLElement | null) => button?.focus();

/** Imports rows from a CSV file or from pasted spreadsheet cells, after a preview. */
export function ImportRows({ room, onTake }: ImportRowsProps) {
  const [state, setState] = useState<'closed' | 'open' | 'canceled'>('closed');
  if (state !== 'open') {
    return (
      <Button
        variant="outlined"
        color="inherit"
        ref={state === 'canceled' ? takeFocus : undefined}
        onClick={() => setState('open')}
      >
        Paste or import rows
      </Button>
    );
  }
  return (
    <OpenImport
      room={room}
      onTake={(rows) => {
        onTake(rows);
        setState('closed');
      }}
      onCancel={() => setState('canceled')}
    />
  );
}

function OpenImport({ room, onTake, onCancel }: ImportRowsProps & { onCancel: () => void }) {
  const [text, setText] = useState('');
  const [table, setTable] = useState<ScheduleTable | null>(null);
  /** How the file was read, if that is doubtful. */
  const [remark, setRemark] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  function look(source: string): void {
    setFailure(null);
    setTable(
      source.length > TABLE_MAX
        ? { lines: [], problem: 'This is too long for a schedule.', ignored: [] }
        : readScheduleTable(readCsv(source), { zone: browserZone(), nowMs: Date.now() }),
    );
  }

  async function chooseFile(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    if (chosen.size > TABLE_MAX) {
      setFailure(`The file ${chosen.name} is larger than a schedule can be.`);
      return;
    }
    try {
      const read = await readText(chosen);
      if ('problem' in read) {
        setFailure(`The file ${chosen.name} cannot be read. ${read.problem}`);
        return;
      }
      setText(read.text);
      setRemark(read.remark);
      look(read.text);
    } catch {
      setFailure(`The file ${chosen.name} could not be opened.`);
    }
  }

  const whole = table?.lines.filter(({ problems }) => problems.length === 0) ?? [];
  const taken = whole.slice(0, Math.max(0, room)).map(({ row }) => row);
  return (
    <Box
      component="section"
      aria-label="Import of rows"
      sx={{
        flexBasis: '100%',
        display: 'grid',
        gap: 1,
        borderLeft: 3,
        borderColor: 'divider',
        pl: 1.5,
      }}
    >
      <TextInput
        multiline
        label="Rows from a CSV file or a spreadsheet"
        spellCheck={false}
        maxLength={TABLE_MAX}
        value={text}
        error={failure}
        helper={`The first line names the columns: date and time (or when), type, and optionally zone and value. Lines without a zone are in ${browserZone()}.`}
        onChange={(event) => {
          setText(event.target.value);
          setTable(null);
          setRemark(null);
        }}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          variant="outlined"
          color="inherit"
          disabled={text.trim() === ''}
          onClick={() => look(text)}
        >
          Preview the rows
        </Button>
        <Button color="inherit" onClick={() => file.current?.click()}>
          Choose a CSV file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="CSV file with rows"
          hidden
          onChange={(event) => {
            void chooseFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {table === null && (
          <Button color="inherit" onClick={onCancel}>
            Cancel the import
          </Button>
        )}
      </Box>
      {table !== null && (
        <Preview table={table} room={room} remark={remark}>
          {taken.length > 0 && (
            <Button variant="contained" onClick={() => onTake(taken)}>
              {taken.length === 1
                ? 'Import the 1 valid row'
                : `Import the ${formatNumber(taken.length)} valid rows`}
            </Button>
          )}
          <Button color="inherit" onClick={onCancel}>
            Cancel the import
          </Button>
        </Preview>
      )}
    </Box>
  );
}

interface PreviewProps {
  table: ScheduleTable;
  room: number;
  remark: string | null;
  children: ReactNode;
}

function Preview({ table, room, remark, children }: PreviewProps) {
  const { lines, problem, ignored } = table;
  const repeated = lines.filter(({ repeats }) => repeats !== null).length;
  const refused = lines.filter(({ problems }) => problems.length > 0).length;
  const whole = lines.length - refused;
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography component="output" variant="body2" sx={{ display: 'block' }}>
        {problem ??
          `${formatCount(lines.length, 'row', 'rows')} read: ${formatNumber(whole)} valid, ${formatNumber(refused - repeated)} with errors.`}
        {repeated > 0 && ` ${formatCount(repeated, 'duplicate', 'duplicates')} left out.`}
        {whole > room &&
          ` Only ${formatNumber(Math.max(0, room))} more fit; the first ones are taken.`}
        {ignored.length > 0 && ` Unknown columns: ${ignored.join(', ')}.`}
        {remark !== null && ` ${remark}`}
      </Typography>
      {lines.length > 0 && (
        <Box
          component="section"
          aria-label="Rows of the import, scrolls"
          tabIndex={0}
          sx={{ maxHeight: 280, overflowY: 'auto' }}
        >
          <DataTable
            label="Rows that were read"
            columns={COLUMNS}
            // Rows that need attention come first.
            rows={lines.toSorted(
              (a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0),
            )}
            rowKey={(line) => String(line.line)}
          />
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>{children}</Box>
    </Box>
  );
}

/** The Command as it would be sent. */
function sentOf({ row }: TableLine) {
  return { type: row.type, value: sentValue(row) };
}

function when({ row }: TableLine): string {
  return row.date === '' ? 'no time' : `${row.date} ${row.time} ${row.zone}`;
}

function Remark({ line }: { line: TableLine }) {
  if (line.problems.length > 0) {
    return (
      <Box component="span" sx={{ color: 'var(--mui-palette-status-red)' }}>
        {line.problems.join(' ')}
      </Box>
    );
  }
  return <>Valid{line.question !== null && '; the form will ask which instant is meant'}</>;
}

const COLUMNS: Column<TableLine>[] = [
  column(
    'line',
    'Line',
    { numeric: true, width: '56px', phone: 'name', phoneCell: ({ line }) => `${line}. ` },
    ({ line }) => line,
  ),
  column('when', 'When', { wraps: true, width: '30%', phone: 'line' }, when),
  column('what', 'Command', { wraps: true, width: '24%', phone: 'name' }, (line) =>
    commandLabelWithValue(sentOf(line)),
  ),
  column('remark', 'Remark', { wraps: true, phone: 'more' }, (line) => <Remark line={line} />),
];
