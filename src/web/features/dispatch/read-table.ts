import type { ScheduleTable } from '../../../domain/schedule-table.ts';
import { readScheduleTable } from '../../../domain/schedule-table.ts';

/** Maximum length of a table, in characters. */
export const TABLE_MAX = 1_000_000;

/**
 * Reads comma-, semicolon- or tab-separated text as a schedule. The parser is loaded when it is needed.
 * @param zone of lines that name none
 */
export async function readTable(text: string, zone: string): Promise<ScheduleTable> {
  if (text.length > TABLE_MAX) {
    return { lines: [], problem: 'This is too long for a schedule.', ignored: [] };
  }
  const { readCsv } = await import('../../../lib/read-csv.ts');
  return readScheduleTable(readCsv(text), { zone, nowMs: Date.now() });
}
