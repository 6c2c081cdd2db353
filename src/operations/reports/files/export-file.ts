import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { dateIn } from '../../../domain/time.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { groupTable } from './group-table.ts';
import { sessionTable } from './session-table.ts';
import { exportCsv, exportXlsx } from './write-export.ts';

/** A streamed file of a run. */
export interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

type Format = 'csv' | 'xlsx';

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Characters that are buffered before they are sent. */
const CHUNK = 65_536;

async function* inChunks(records: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const record of records) {
    text += record;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** A name that every file system and header accepts: plain letters, digits and dashes. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = letters.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.join('-').slice(0, 60).replace(/-$/, '');
}

function nameOf(run: ReportRunRow, by: Grouping | null, format: Format): string {
  const title = plain(run.name ?? '');
  const parts = [
    title === '' ? 'report' : title,
    dateIn(run.zone, run.start_ms),
    'to',
    dateIn(run.zone, run.end_ms - 1),
    ...(by === null ? [] : ['by', by]),
    ...(run.state === 'complete' ? [] : ['PARTIAL']),
  ];
  return `${parts.join('-')}.${format}`;
}

/**
 * Opens a file of a run; its rows are read from the store as fast as it is downloaded.
 * @param asked rows of a grouping, or `by: null` for all sessions
 * @param now milliseconds since the epoch
 */
export async function openExport(
  db: Kysely<Store>,
  run: ReportRunRow,
  asked: { format: Format; by: Grouping | null },
  now: number,
): Promise<ExportFile> {
  const { format, by } = asked;
  const table = by === null ? await sessionTable(db, run, now) : await groupTable(db, run, by, now);
  const content = format === 'csv' ? inChunks(exportCsv(table)) : exportXlsx(table);
  return {
    name: nameOf(run, by, format),
    type: TYPES[format],
    content: Readable.from(content, { objectMode: false }),
  };
}
