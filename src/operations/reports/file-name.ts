import type { FigureSearch } from '../../contract/console/report-definition.ts';
import { resolveSearch } from './resolve-report.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A name that every file system and header accepts: plain letters, digits and dashes. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = letters.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.join('-').slice(0, 60).replace(/-$/, '');
}

/**
 * The name of a file, without its ending.
 * @param name of the saved definition; null: none
 * @param rows what its rows are
 * @throws Failure 400 for a definition that cannot be computed
 */
export function fileName(
  search: FigureSearch,
  name: string | null,
  rows: string,
  now: number,
): string {
  const { period } = resolveSearch(search, now);
  const dates = period.from === null ? 'all-time' : `${period.from}-to-${period.to}`;
  const title = plain(name ?? '');
  return `${title === '' ? 'report' : title}-${dates}-${rows}`;
}

/** The headers of a file. */
export function fileHead(name: string, format: keyof typeof TYPES): Record<string, string> {
  return {
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'Content-Type': TYPES[format],
  };
}
