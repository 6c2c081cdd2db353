import type { Kysely } from 'kysely';
import type { ReportSessionRecord } from '../../../contract/console/report-result.ts';
import type { Tariff } from '../../../contract/console/report-tariff.ts';
import { instantMs } from '../../../domain/instant.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { failure } from '../../../http/problems.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { aboutRun } from './export-about.ts';
import { instant, number, text, type ExportCell, type ExportTable } from './export-cells.ts';
import { readTotals } from '../results/read-groups.ts';
import { allSessions } from '../results/read-sessions.ts';
import { definitionOf, findRun, tariffOf } from '../runs/runs.ts';

/** Sums of the sessions of a unit in a file. */
interface UnitSums {
  unit: string | null;
  sessions: number;
  energy: string;
  cost: string;
  unpriced: string;
}

interface Column {
  name: string;
  of(session: ReportSessionRecord): ExportCell;
  /** Its total, if it has one. */
  total?(sums: UnitSums): ExportCell;
}

function durationS({ start, end }: ReportSessionRecord): string | null {
  const [from, to] = [instantMs(start), instantMs(end)];
  return from === null || to === null ? null : String((to - from) / 1000);
}

/** The columns of a file of sessions, in this order; units are in a column or in the name. */
function columnsOf(zone: string, siteTime: boolean, tariff: Tariff | null): Column[] {
  const clock = siteTime ? 'local' : zone;
  const at = (of: (one: ReportSessionRecord) => string | null) => (one: ReportSessionRecord) =>
    instant(of(one), one.zone ?? zone);
  return [
    {
      name: 'Entity',
      of: (one) => text(one.entityName),
      total: (sums) => text(`Total, ${sums.unit ?? 'no unit'}`),
    },
    { name: 'Entity id', of: (one) => text(one.entityId) },
    { name: 'Session id', of: (one) => text(one.id) },
    { name: `Start (${clock})`, of: at((one) => one.start) },
    { name: `End (${clock})`, of: at((one) => one.end) },
    ...(siteTime
      ? [{ name: 'Zone', of: (one: ReportSessionRecord) => text(one.zone ?? zone) }]
      : []),
    { name: 'Duration (s)', of: (one) => number(durationS(one)) },
    {
      name: 'Sessions in period',
      of: (one) => number(one.excluded === null ? 1 : 0),
      total: (sums) => number(sums.sessions),
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
    ...(tariff === null ? [] : priceColumns(tariff.content.currency)),
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
}

function priceColumns(currency: string): Column[] {
  return [
    {
      name: `Cost in period (${currency})`,
      of: (one) => number(one.cost),
      total: (sums) => number(sums.cost),
    },
    {
      name: 'Energy without a price',
      of: (one) => number(one.unpriced),
      total: (sums) => number(sums.unpriced),
    },
  ];
}

/** Adds up the written rows, so that a file is always consistent. */
class Adder {
  readonly #units = new Map<
    string | null,
    { sessions: number; energy: bigint; cost: bigint; unpriced: bigint }
  >();

  add({ excluded, unit, energyInGroup, cost, unpriced }: ReportSessionRecord): void {
    if (excluded !== null) return;
    const sums = this.#units.get(unit) ?? { sessions: 0, energy: 0n, cost: 0n, unpriced: 0n };
    this.#units.set(unit, sums);
    sums.sessions += 1;
    if (energyInGroup !== null) sums.energy += micros(energyInGroup);
    if (cost !== null) sums.cost += micros(cost);
    if (unpriced !== '0') sums.unpriced += micros(unpriced);
  }

  /** A row per unit, that of most sessions first. */
  sums(): UnitSums[] {
    return [...this.#units]
      .map(([unit, { sessions, energy, cost, unpriced }]) => ({
        unit,
        sessions,
        energy: microsToText(energy),
        cost: microsToText(cost),
        unpriced: microsToText(unpriced),
      }))
      .toSorted((a, b) => b.sessions - a.sessions || ((a.unit ?? '') < (b.unit ?? '') ? -1 : 1));
  }
}

const micros = (value: string) => microsOfText(value) ?? 0n;

const isSame = (a: readonly UnitSums[], b: readonly UnitSums[]) =>
  a.length === b.length &&
  a.every(({ unit, sessions, energy, cost, unpriced }, at) => {
    const other = b[at];
    return (
      other?.unit === unit &&
      other.sessions === sessions &&
      other.energy === energy &&
      other.cost === cost &&
      other.unpriced === unpriced
    );
  });

/**
 * Refuses to finish a file if the run changed while it was written.
 * @throws Failure 404 or 409
 */
export async function refuseChanged(db: Kysely<Store>, run: ReportRunRow): Promise<void> {
  const { finished_at: finishedAt } = await findRun(db, run.id);
  if (run.finished_at === null || finishedAt === run.finished_at) return;
  throw failure(409, 'invalid_request', 'This report was read again while the file was written.');
}

/**
 * Collects the content of a file of a run's sessions. Its totals are those of its rows; once a run
 * is finished they must match the screen.
 * @param now milliseconds since the epoch
 */
export async function sessionTable(
  db: Kysely<Store>,
  run: ReportRunRow,
  now: number,
): Promise<ExportTable> {
  const columns = columnsOf(run.zone, definitionOf(run).siteTime, tariffOf(run));
  const adder = new Adder();
  return {
    name: 'Sessions',
    about: await aboutRun(db, run, now),
    columns: columns.map(({ name }) => name),
    async *rows() {
      for await (const session of allSessions(db, run.run_no)) {
        adder.add(session);
        yield columns.map((column) => column.of(session));
      }
    },
    async totals() {
      await refuseChanged(db, run);
      const sums = adder.sums();
      if (run.finished_at !== null && !isSame(sums, await readTotals(db, run.run_no))) {
        throw failure(500, 'internal', 'The sessions of this report do not add up to its totals.');
      }
      return sums.map((unit) => columns.map((column) => column.total?.(unit) ?? null));
    },
  };
}
