import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { TemplateContent } from '../../../contract/console/template.ts';
import { DAY_MS, instantMs, isTimeZone } from '../../../domain/instant.ts';
import { commandIssue, sentValue, type PlannedRow } from '../../../domain/schedule-rows.ts';
import { addDays, dateIn } from '../../../domain/time.ts';
import { typedText } from '../../../domain/typed-number.ts';
import { exactWallClockAt, wallClockAt } from '../../../domain/wall-clock.ts';
import { EMPTY_FIELDS, type DispatchFields } from './dispatch-form.ts';

const HOUR_MS = 3_600_000;

/** A first row: the full hour after next, to leave time for the review. */
export function firstRow(
  { type, value, unit }: Pick<DispatchFields, 'type' | 'value' | 'unit'>,
  zone: string,
  nowMs: number,
): PlannedRow {
  const at = Math.ceil((nowMs + HOUR_MS) / HOUR_MS) * HOUR_MS;
  const [date = '', time = ''] = wallClockAt(zone, at).split('T');
  return { date, time, zone, type, value, unit, meant: '' };
}

/** A row like another, a day later. */
export function rowAfter(row: PlannedRow): PlannedRow {
  return { ...row, date: nextDay(row.date), meant: '' };
}

function nextDay(date: string): string {
  try {
    return addDays(date, 1);
  } catch {
    return date;
  }
}

/** What is commanded, as fields. */
const commandOf = (row?: { type: string | null; value: string | null }) => ({
  type: row?.type ?? '',
  value: typedText(row?.value ?? ''),
  unit: 'W' as const,
});

/**
 * The fields of a batch to repeat or start from. Planned times are kept, even past ones: the form
 * reports them. @param zone for rows without a zone
 */
export function fieldsOfBatch(
  batch: Pick<BatchSummary, 'kind' | 'items'>,
  zone: string,
): DispatchFields {
  if (batch.kind === 'now') return { ...EMPTY_FIELDS, ...commandOf(batch.items[0]) };
  return {
    ...EMPTY_FIELDS,
    when: 'later',
    rows: batch.items.map((item) => {
      const ms = instantMs(item.triggerTime);
      const rowZone = item.plannedAs?.zone ?? zone;
      const wallClock =
        item.plannedAs?.wallClock ?? (ms === null ? '' : exactWallClockAt(rowZone, ms));
      const [date = '', time = ''] = wallClock.split('T');
      return {
        date,
        time,
        zone: rowZone,
        ...commandOf(item),
        meant: ms === null ? '' : new Date(ms).toISOString(),
      };
    }),
  };
}

/**
 * The fields of a template. It never ignores cooldowns: that is chosen each time. @param day the
 * first day, YYYY-MM-DD; null: today in each row's zone
 */
export function fieldsOfTemplate(
  template: TemplateContent,
  day: string | null,
  zone: string,
  nowMs: number,
): DispatchFields {
  const common = { ...EMPTY_FIELDS, reason: template.reason };
  if (template.kind === 'now') return { ...common, ...commandOf(template.rows[0]) };
  return {
    ...common,
    when: 'later',
    rows: template.rows.map(({ at, ...row }) => {
      const rowZone = at?.zone ?? zone;
      // Another machine's zone data may have more zones; the form asks for one that this one has.
      const start = day ?? dateIn(isTimeZone(rowZone) ? rowZone : zone, nowMs);
      return {
        date: addDays(start, at?.dayOffset ?? 0),
        time: at?.time ?? '',
        zone: rowZone,
        ...commandOf(row),
        meant: '',
      };
    }),
  };
}

/**
 * The fields as a template. Days are counted from the earliest row. @returns null if there is
 * nothing to save yet, or the rows span more than a year
 */
export function templateOf(name: string, fields: DispatchFields): TemplateContent | null {
  const common = { name, reason: fields.reason.trim() };
  if (fields.when === 'now') {
    if (commandIssue(fields) !== null) return null;
    const row = { type: fields.type, value: sentValue(fields), at: null };
    return { ...common, kind: 'now', rows: [row] };
  }
  const start = fields.rows.map(({ date }) => date).toSorted()[0] ?? '';
  const rows = fields.rows.map((row) => {
    const dayOffset = Math.round((Date.parse(row.date) - Date.parse(start)) / DAY_MS);
    const whole =
      commandIssue(row) === null && row.time !== '' && dayOffset >= 0 && dayOffset <= 366;
    const at = { dayOffset, time: row.time, zone: row.zone };
    return whole ? { type: row.type, value: sentValue(row), at } : null;
  });
  const kept = rows.filter((row) => row !== null);
  return kept.length === 0 || kept.length !== rows.length
    ? null
    : { ...common, kind: 'schedule', rows: kept };
}
