import { COMMAND_TYPES } from '../contract/command.ts';
import { readTime } from './clock-time.ts';
import { COMMAND_RULES } from './command-rules.ts';
import type { CsvTable } from '../lib/read-csv.ts';
import { isoInstant, isTimeZone } from './instant.ts';
import { POWER_UNITS } from './power-value.ts';
import { clashesWithin } from './schedule-clashes.ts';
import {
  readTrigger,
  rowIssues,
  scheduledRow,
  type PlannedRow,
  type RowQuestion,
} from './schedule-rows.ts';
import { readNumberColumn, splitUnit, typedText } from './typed-number.ts';
import { exactWallClockAt, resolveWallClock } from './wall-clock.ts';

/** A table line, as it would become a schedule row. */
export interface TableLine {
  /** From 1, as in a spreadsheet. */
  line: number;
  row: PlannedRow;
  /** Why it is not accepted; empty if it is. */
  problems: string[];
  /** The earlier line with the same Command and instant, which is why it is not accepted; else null. */
  repeats: number | null;
  /** What the form will ask about it; it is accepted anyway. */
  question: RowQuestion | null;
}

/** A table as a schedule. */
export interface ScheduleTable {
  lines: TableLine[];
  /** Why the table cannot be read, or null. */
  problem: string | null;
  /** Column names that are not recognised. */
  ignored: string[];
}

const COLUMNS = {
  when: ['when', 'datetime', 'triggertime', 'trigger', 'at', 'start', 'timestamp', 'dateandtime'],
  date: ['date', 'day'],
  time: ['time', 'timeofday', 'clock'],
  zone: ['zone', 'timezone', 'tz', 'iana', 'ianazone'],
  type: ['type', 'command', 'commandtype', 'action'],
  value: ['value', 'limit', 'valuew', 'limitw', 'watt', 'watts', 'w', 'feedinlimit', 'setpoint'],
} as const;
type ColumnName = keyof typeof COLUMNS;

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function columnOf(header: string): ColumnName | null {
  const name = bare(header);
  for (const column of ['when', 'date', 'time', 'zone', 'type', 'value'] as const) {
    if (COLUMNS[column].some((known) => known === name)) return column;
  }
  return null;
}

/** A Command type by its name or label in any case; other text is unchanged. */
function typeOf(text: string): string {
  const name = bare(text);
  const known = COMMAND_TYPES.find(
    (type) => bare(type) === name || bare(COMMAND_RULES[type].verb) === name,
  );
  return known ?? text;
}

interface Written {
  date: string;
  time: string;
  /** The instant, if an offset defines it. */
  instantMs: number | null;
  problem: string | null;
}

const DATE = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))$/;
const OFFSET = /\s*(z|[+-]\d{2}:?\d{2})$/i;

function readDate(text: string): string | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, year, month, day, dotDay, dotMonth, dotYear] = match;
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');
  return `${year ?? dotYear ?? ''}-${two(month ?? dotMonth)}-${two(day ?? dotDay)}`;
}

function readWhen(date: string, time: string): Written {
  const failed = (problem: string): Written => ({ date: '', time: '', instantMs: null, problem });
  const day = readDate(date);
  if (day === null) {
    return failed(`The date “${date}” is not understood; write it as 2027-03-28.`);
  }
  const offset = OFFSET.exec(time)?.[1]?.toUpperCase() ?? null;
  const clock = readTime(time.replace(OFFSET, ''));
  if (clock === null) return failed(`The time “${time}” is not understood; write it as 02:30.`);
  if (offset === null) return { date: day, time: clock, instantMs: null, problem: null };
  const zoned = offset === 'Z' || offset.includes(':') ? offset : offset.replace(/..$/, ':$&');
  // Some days that do not exist are read as days of the next month.
  return resolveWallClock('UTC', `${day}T${clock}`).kind === 'exact'
    ? { date: day, time: clock, instantMs: Date.parse(`${day}T${clock}${zoned}`), problem: null }
    : failed(`The time “${date} ${time}” does not exist.`);
}

function splitWhen(text: string): [string, string] {
  const at = text.search(/[T\s]/i);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1).trim()];
}

interface Value extends Pick<PlannedRow, 'value' | 'unit'> {
  problem: string | null;
}

/** The values of a column and their units, W by default; other text is unchanged and refused later. */
function valuesOf(texts: readonly string[]): Value[] {
  const split = texts.map((text) => splitUnit(text, POWER_UNITS));
  const read = readNumberColumn(split.map(({ number }) => number));
  return texts.map((text, at): Value => {
    const { value = null, problem = null } = read[at] ?? {};
    return value === null
      ? { value: text, unit: 'W', problem }
      : { value: typedText(value), unit: split[at]?.unit ?? 'W', problem };
  });
}

function readLine(
  cells: Readonly<Record<ColumnName, string>>,
  { problem: notation, ...value }: Value,
  line: number,
  options: { zone: string; nowMs: number },
): TableLine {
  const zone = cells.zone === '' ? options.zone : cells.zone;
  const type = typeOf(cells.type);
  const [date, time] = cells.when === '' ? [cells.date, cells.time] : splitWhen(cells.when);
  const written = readWhen(date, time);
  const row: PlannedRow = {
    date: written.date,
    time: written.time,
    zone,
    type,
    ...value,
    meant: '',
  };
  if (written.instantMs !== null && isTimeZone(zone)) {
    // An offset defines the instant, so there is no question.
    [row.date = '', row.time = ''] = exactWallClockAt(zone, written.instantMs).split('T');
    row.meant = isoInstant(written.instantMs);
  }
  const { question, issue } = readTrigger(row);
  const issues = rowIssues(row, options.nowMs)
    .filter(({ field }) => field !== 'meant')
    .filter(({ field }) => written.problem === null || (field !== 'date' && field !== 'time'));
  const problems = issues.filter(({ field }) => field !== 'value').map(({ message }) => message);
  if (written.problem !== null) problems.unshift(written.problem);
  const rule = COMMAND_TYPES.find((known) => known === type);
  const takesNone = rule !== undefined && COMMAND_RULES[rule].value === null;
  const wrong = notation ?? issues.find(({ field }) => field === 'value')?.message;
  if (takesNone && row.value !== '') {
    problems.push(`${COMMAND_RULES[rule].verb} takes no value, but “${row.value}” is given.`);
  } else if (!takesNone && wrong !== undefined) {
    problems.push(cells.value === '' ? wrong : `“${cells.value}”: ${wrong}`);
  }
  const asked = issue === null ? null : question;
  return { line, row, problems, repeats: null, question: asked };
}

/** Marks lines that plan the same Command for the same second as an earlier one. */
function withRepeats(lines: readonly TableLine[]): TableLine[] {
  const valid = lines.map(({ row, problems }) => (problems.length > 0 ? null : scheduledRow(row)));
  const earlier = new Map(
    clashesWithin(valid).flatMap((clash) =>
      clash.kind === 'same' ? [[clash.index, lines[clash.earlier]?.line ?? null] as const] : [],
    ),
  );
  return lines.map((line, index) => {
    const repeats = earlier.get(index) ?? null;
    if (repeats === null) return line;
    return { ...line, repeats, problems: [`Duplicate of line ${repeats}.`] };
  });
}

/**
 * Parses a table of planned Commands, such as a CSV file or cells pasted from a spreadsheet. The
 * first line names the columns: date and time, or when; zone (optional); type; value.
 * @param table its lines, split into cells
 * @param options the zone of lines without one, and the current instant in ms
 */
export function readScheduleTable(
  table: CsvTable,
  options: { zone: string; nowMs: number },
): ScheduleTable {
  const columns = table.header.map(columnOf);
  const ignored = table.header.filter((name, at) => columns[at] === null && name !== '');
  const has = (name: ColumnName): boolean => columns.includes(name);
  const failed = (problem: string): ScheduleTable => ({ lines: [], problem, ignored: [] });
  if (table.problem !== null) return failed(table.problem);
  if (columns.length === 0) return failed('There is nothing in it.');
  if (!has('type') || !(has('when') || (has('date') && has('time')))) {
    return failed(
      'The first line must name the columns: date and time (or when), type, and if needed zone and value.',
    );
  }
  const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at);
  if (twice !== undefined) return failed(`Two columns both mean ${String(twice)}.`);
  const textOf = (cells: readonly string[], name: ColumnName): string =>
    cells[columns.indexOf(name)]?.trim() ?? '';
  // The cells of a faulty row may be shifted: they prove no notation.
  const values = valuesOf(
    table.rows.map(({ cells, problem }) => (problem === null ? textOf(cells, 'value') : '')),
  );
  const lines = table.rows.map(({ line, cells, problem }, at) => {
    const cell = (name: ColumnName): string => textOf(cells, name);
    const named = {
      when: cell('when'),
      date: cell('date'),
      time: cell('time'),
      zone: cell('zone'),
      type: cell('type'),
      value: cell('value'),
    };
    const value = values[at] ?? { value: named.value, unit: 'W', problem: null };
    const read = readLine(named, value, line, options);
    // Its cells may be shifted, so what else is wrong with it would mislead.
    return problem === null ? read : { ...read, problems: [problem] };
  });
  return lines.length === 0
    ? failed('There are no lines below the column names.')
    : { lines: withRepeats(lines), problem: null, ignored };
}
