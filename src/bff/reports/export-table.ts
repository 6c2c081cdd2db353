import type { Kysely } from 'kysely';
import type { ReportSessionRecord, ReportSums } from '../../contract/console/report-result.ts';
import { ReportManifest } from '../../contract/console/report-run.ts';
import { formatIso } from '../../domain/format.ts';
import { instantMs } from '../../domain/instant.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../domain/reports/findings.ts';
import type { Cell, SheetRow } from '../../lib/xlsx-stream.ts';
import { fromNullableJson } from '../store/json.ts';
import type { ReportRunRow } from '../store/report-schema.ts';
import type { Store } from '../store/schema.ts';
import { readTotals } from './read-groups.ts';
import { readRun } from './read-run.ts';
import { allSessions } from './read-sessions.ts';

/** A cell of an export, before it is written in one format or another. */
export type ExportCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; decimal: string }
  | { kind: 'instant'; instant: string }
  | null;

const text = (value: string | null): ExportCell =>
  value === null ? null : { kind: 'text', text: value };
const number = (decimal: string | null): ExportCell =>
  decimal === null ? null : { kind: 'number', decimal };
const instant = (value: string | null): ExportCell =>
  value === null ? null : { kind: 'instant', instant: value };

function durationMs({ start, end }: ReportSessionRecord): string | null {
  const [from, to] = [instantMs(start), instantMs(end)];
  return from === null || to === null ? null : String((to - from) / 1000);
}

interface Column {
  name: string;
  of(session: ReportSessionRecord): ExportCell;
  /** Its total, where it has one. */
  total?(sums: ReportSums): ExportCell;
  /** Only there with a tariff. */
  priced?: true;
}

/** The columns of every export, in this order; units stand in a column or in the name. */
const COLUMNS: readonly Column[] = [
  {
    name: 'Entity',
    of: (one) => text(one.entityName),
    total: (sums) => text(`Total, ${sums.unit ?? 'no unit'}`),
  },
  { name: 'Entity id', of: (one) => text(one.entityId) },
  { name: 'Session id', of: (one) => text(one.id) },
  { name: 'Start', of: (one) => instant(one.start) },
  { name: 'End', of: (one) => instant(one.end) },
  { name: 'Duration (s)', of: (one) => number(durationMs(one)) },
  {
    name: 'Sessions in period',
    of: (one) => number(one.excluded === null ? '1' : '0'),
    total: (sums) => number(String(sums.sessions)),
  },
  {
    name: 'Energy in period',
    of: (one) => number(one.energyInGroup),
    total: (sums) => number(sums.energy),
  },
  { name: 'Energy unit', of: (one) => text(one.unit), total: (sums) => text(sums.unit) },
  { name: 'Energy of session', of: (one) => number(one.energy) },
  { name: 't1', of: (one) => number(one.registers.t1) },
  { name: 't2', of: (one) => number(one.registers.t2) },
  { name: 't3', of: (one) => number(one.registers.t3) },
  { name: 't4', of: (one) => number(one.registers.t4) },
  {
    name: 'Cost',
    of: (one) => number(one.cost),
    total: (sums) => number(sums.cost),
    priced: true,
  },
  {
    name: 'Energy without a price',
    of: (one) => number(one.unpriced),
    total: (sums) => number(sums.unpriced),
    priced: true,
  },
  { name: 'Average power (W)', of: (one) => number(one.averagePowerW) },
  { name: 'Charge at start (%)', of: (one) => number(one.socStart) },
  { name: 'Charge at end (%)', of: (one) => number(one.socEnd) },
  { name: 'Range gained (km)', of: (one) => number(one.rangeGainKm) },
  { name: 'Location', of: (one) => text(one.locationLabel) },
  { name: 'Location id', of: (one) => text(one.locationId) },
  { name: 'Address', of: (one) => text(one.address) },
  {
    name: 'In no total because',
    of: (one) => text(one.excluded === null ? null : EXCLUSION_LABELS[one.excluded]),
  },
  {
    name: 'Findings',
    of: (one) => text(one.findings.map((kind) => FINDING_LABELS[kind]).join('; ')),
  },
];

/** What an export holds; the rows are read as they are written. */
export interface ExportTable {
  zone: string;
  /** What the report is: names and values. */
  about: [string, string][];
  columns: readonly string[];
  rows(): AsyncIterable<readonly ExportCell[]>;
  /** A row per energy unit. */
  totals: readonly (readonly ExportCell[])[];
}

async function aboutOf(
  db: Kysely<Store>,
  row: ReportRunRow,
  now: number,
): Promise<[string, string][]> {
  const run = await readRun(db, row, now);
  const manifest = fromNullableJson(ReportManifest, row.manifest);
  const { entities } = run.progress;
  const at = (value: string | null) => (value === null ? '' : formatIso(value, row.zone));
  const lines: [string, string][] = [
    ['Report run', run.id],
    ['State', run.state === 'complete' ? 'complete' : `${run.state}: PARTIAL, not all was read`],
    ['Period', `${run.from} to ${run.to}, ${row.zone}`],
    [
      'A session belongs to the period',
      `of its ${row.boundary === 'split' ? 'time, pro rata' : row.boundary}`,
    ],
    [
      'Tariff',
      run.tariff === null
        ? 'none'
        : `${run.tariff.content.name}, version ${run.tariff.version}, ${run.tariff.content.currency}`,
    ],
    ['Begun', at(run.createdAt)],
    ['As of', at(run.finishedAt)],
    ['Entities', `${entities.done} of ${entities.total} read, ${entities.failed} failed`],
    ['Pages read', String(run.progress.pages)],
    ['Sessions read', String(run.progress.sessions)],
  ];
  if (manifest !== null) {
    if (manifest.provisionalFrom !== null) {
      lines.push(['Provisional from', at(manifest.provisionalFrom)]);
    }
    for (const { name, ok, detail } of manifest.checks) {
      lines.push([`Check: ${name}`, `${ok ? 'holds' : 'does not hold'} (${detail})`]);
    }
    for (const { reason, count } of manifest.exclusions) {
      if (count > 0) lines.push([`In no total: ${EXCLUSION_LABELS[reason]}`, String(count)]);
    }
    for (const { kind, count } of manifest.findings) {
      if (count > 0) lines.push([`Finding: ${FINDING_LABELS[kind]}`, String(count)]);
    }
  }
  lines.push(['Manifest SHA-256', run.hash ?? 'none yet']);
  return lines;
}

/**
 * Gathers what an export of a run holds; its totals are those of the screen.
 * @param now milliseconds since the epoch
 */
export async function exportTable(
  db: Kysely<Store>,
  run: ReportRunRow,
  now: number,
): Promise<ExportTable> {
  const totals = await readTotals(db, run.run_no);
  const columns = COLUMNS.filter(({ priced }) => priced !== true || run.tariff !== null);
  return {
    zone: run.zone,
    about: await aboutOf(db, run, now),
    columns: columns.map(({ name }) => name),
    async *rows() {
      for await (const session of allSessions(db, run.run_no)) {
        yield columns.map((column) => column.of(session));
      }
    },
    totals: totals.map((sums) => columns.map((column) => column.total?.(sums) ?? null)),
  };
}

/** A cell for a spreadsheet: an instant becomes the wall clock of the zone. */
function cellIn(zone: string, cell: ExportCell): Cell {
  if (cell?.kind !== 'instant') return cell;
  const iso = formatIso(cell.instant, zone);
  return { kind: 'date', localMs: Date.parse(`${iso.slice(0, 19)}Z`) };
}

/** The rows of a table for a spreadsheet, its totals last. */
export async function* sheetRows(table: ExportTable): AsyncGenerator<SheetRow> {
  for await (const row of table.rows()) {
    yield { cells: row.map((cell) => cellIn(table.zone, cell)) };
  }
  for (const total of table.totals) {
    yield { cells: total.map((cell) => cellIn(table.zone, cell)), bold: true };
  }
}
