import type { ScheduleRow } from '../contract/console/dispatch.ts';
import { checkCommandRequest, COMMAND_RULES, isCommandType } from './command-rules.ts';
import { formatPlanned, formatRelative, formatWallClock } from './format.ts';
import { isoInstant, isTimeZone } from './instant.ts';
import { clashesWithin } from './schedule-clashes.ts';
import { readPower, type PowerUnit } from './power-value.ts';
import { utcUnlessSame } from './planned-time.ts';
import { offsetMinutesAt, resolveWallClock } from './wall-clock.ts';

/** A planned Command as typed: a wall clock in a zone, a type, a value. */
export interface PlannedRow {
  /** YYYY-MM-DD, or empty; text that is not a day is kept as typed, and is an issue. */
  date: string;
  /** HH:MM, with seconds and fraction if not zero, or empty; other text as for the date. */
  time: string;
  /** IANA name. */
  zone: string;
  /** A Command type, or empty. */
  type: string;
  value: string;
  /** The unit in which the value is typed, if its type takes one. */
  unit: PowerUnit;
  /** The chosen instant if the wall clock shows it twice or never; otherwise ignored. */
  meant: string;
}

/** An issue of a row, and its field. */
export interface RowIssue {
  field: keyof PlannedRow;
  message: string;
}

/** Asks which instant is meant if a wall clock is ambiguous or missing. */
export interface RowQuestion {
  message: string;
  /** The earlier instant first. */
  choices: { instant: string; label: string }[];
}

/** When a row triggers. */
export interface TriggerReading {
  /** ISO 8601 UTC; null while the row is incomplete. */
  instant: string | null;
  question: RowQuestion | null;
  issue: RowIssue | null;
}

/** The wall clock of a row, as YYYY-MM-DDTHH:MM. */
function wallClockOf(row: Pick<PlannedRow, 'date' | 'time'>): string {
  return `${row.date}T${row.time}`;
}

function utcClock(instant: string): string {
  return formatPlanned(instant, 'UTC').replace(/^.*, /, '');
}

function choice(ms: number, zone: string, remark: string): RowQuestion['choices'][number] {
  const instant = isoInstant(ms);
  const utc = utcUnlessSame(instant, zone) === null ? '' : ` (${utcClock(instant)})`;
  return { instant, label: `${formatPlanned(instant, zone)}, ${remark}${utc}` };
}

/** The question about a wall clock that means two instants or none; null if it means one. */
function questionOf(row: PlannedRow): RowQuestion | null {
  const { zone } = row;
  const wallClock = wallClockOf(row);
  const reading = resolveWallClock(zone, wallClock);
  const [day, time] = [formatWallClock(wallClock).replace(/, .*$/, ''), row.time];
  if (reading.kind === 'overlap') {
    return {
      message: `${time} occurs twice on ${day} in ${zone}: the clock is put back. Which one is meant?`,
      choices: [
        choice(reading.firstMs, zone, 'the first time'),
        choice(reading.secondMs, zone, 'the second time'),
      ],
    };
  }
  if (reading.kind !== 'gap') return null;
  return {
    message: `${time} does not exist on ${day} in ${zone}: the clock is put forward. Which instant is meant?`,
    choices: [
      choice(reading.afterMs, zone, 'before the change'),
      choice(reading.beforeMs, zone, 'after the change'),
    ],
  };
}

/** Accepted forms; a field keeps other text as typed. */
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/**
 * The trigger time of a row. If the clock changes, the row's answer decides; without one there is
 * no instant, as nothing is guessed.
 */
export function readTrigger(row: PlannedRow): TriggerReading {
  const failed = (field: keyof PlannedRow, message: string): TriggerReading => ({
    instant: null,
    question: null,
    issue: { field, message },
  });
  if (row.date === '') return failed('date', 'Choose a date.');
  if (row.time === '') return failed('time', 'Choose a time of day.');
  if (!DATE.test(row.date)) return failed('date', 'This is not a date. Write it as 22 Nov 2026.');
  if (!TIME.test(row.time)) {
    return failed('time', 'This is not a time. Write it as 14:30 (24-hour clock).');
  }
  if (!isTimeZone(row.zone)) {
    return failed('zone', 'Choose a time zone by its IANA name, such as Europe/Brussels.');
  }
  const reading = resolveWallClock(row.zone, wallClockOf(row));
  if (reading.kind === 'invalid') return failed('date', 'This date or time does not exist.');
  if (reading.kind === 'exact') {
    return { instant: isoInstant(reading.ms), question: null, issue: null };
  }
  const question = questionOf(row);
  const answer = question?.choices.find(({ instant }) => instant === row.meant)?.instant ?? null;
  return {
    instant: answer,
    question,
    issue: answer === null ? { field: 'meant', message: 'Say which instant is meant.' } : null,
  };
}

type TypedCommand = Pick<PlannedRow, 'type' | 'value' | 'unit'>;

/** A value is read only if the type takes one: it may be left over from another type. */
function readValue({ type, value, unit }: TypedCommand): ReturnType<typeof readPower> | null {
  const takesNone = !isCommandType(type) || COMMAND_RULES[type].value === null;
  return takesNone ? null : readPower(value, unit);
}

/** The value that is sent, in W: null if the type takes none, or it is ambiguous. */
export function sentValue(command: TypedCommand): string | null {
  return readValue(command)?.watts ?? null;
}

/** Why a typed Command cannot be sent, and its field; else null. */
export function commandIssue(
  command: TypedCommand,
): { field: 'type' | 'value'; message: string } | null {
  if (command.type === '') return { field: 'type', message: 'Choose a Command.' };
  const problem = readValue(command)?.problem ?? null;
  return problem === null
    ? checkCommandRequest({ type: command.type, value: sentValue(command) })
    : { field: 'value', message: problem };
}

/**
 * All issues of a row: trigger time, past time, type and value.
 * @param nowMs milliseconds since the epoch
 */
export function rowIssues(row: PlannedRow, nowMs: number): RowIssue[] {
  const issues: RowIssue[] = [];
  const { instant, issue } = readTrigger(row);
  if (issue !== null) issues.push(issue);
  if (instant !== null && Date.parse(instant) <= nowMs) {
    issues.push({
      field: 'time',
      message: `This is past: it was ${formatRelative(instant, nowMs)}.`,
    });
  }
  const wrong = commandIssue(row);
  if (wrong !== null) issues.push(wrong);
  return issues;
}

/** The row as it is sent, or null while it is incomplete. */
export function scheduledRow(row: PlannedRow): ScheduleRow | null {
  const { instant } = readTrigger(row);
  if (instant === null || commandIssue(row) !== null) return null;
  return {
    type: row.type,
    value: sentValue(row),
    triggerTime: instant,
    plannedAs: {
      wallClock: wallClockOf(row),
      zone: row.zone,
      offsetMinutes: offsetMinutesAt(row.zone, Date.parse(instant)) ?? undefined,
    },
  };
}

/**
 * Issues of rows that equal or reverse an earlier one at the same second, by index of the later.
 */
export function clashIssues(rows: readonly PlannedRow[]): Map<number, RowIssue> {
  const planned = rows.map(scheduledRow);
  return new Map(
    clashesWithin(planned).map(({ index, earlier, kind }) => [
      index,
      {
        field: 'type',
        message:
          kind === 'same'
            ? `This is the same as row ${earlier + 1}.`
            : `This is the opposite of row ${earlier + 1} at the same time.`,
      },
    ]),
  );
}
