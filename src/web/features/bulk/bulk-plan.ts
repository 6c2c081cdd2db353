import {
  BULK_MAX,
  type JobItem,
  type BulkRequest,
  type Job,
  type BulkTarget,
} from '../../../contract/console/job.ts';
import { NOT_AN_ID } from '../../../contract/zod.ts';
import { checkCapacity, readCapacities } from '../../../domain/capacity-value.ts';
import { formatCount, formatNumber, typeLabel } from '../../../domain/format.ts';
import { readId } from '../../../domain/pasted-ids.ts';
import type { ImportTable } from '../../components/table-file.ts';

/** An Entity of a planned run. */
export interface PlanRow extends BulkTarget {
  /** Whether the directory knows it. */
  known: boolean;
  /** Null if a feature is changed. */
  capacity: number | null;
}

/** A row that is left out, and why. */
export interface Fault {
  where: string;
  what: string;
}

/** A row of a file that names an Entity. */
export interface FileRow {
  entityId: string;
  /** Null if the file has no capacities. */
  capacity: number | null;
}

/** Reads the mapped columns of a file; unusable rows are named with their number in a spreadsheet. */
export function readFileRows(
  table: ImportTable,
  columns: { id: string | null; capacity: string | null },
  unit: string,
): { rows: FileRow[]; faults: Fault[] } {
  const { id: idColumn, capacity: capacityColumn } = columns;
  const rows: FileRow[] = [];
  const faults: Fault[] = [];
  if (idColumn === null) return { rows, faults };
  const lines = new Map<string, number>();
  const cells = table.rows.map((row) => (row[capacityColumn ?? ''] ?? '').trim());
  const capacities = capacityColumn === null ? null : readCapacities(cells, unit);
  for (const [at, row] of table.rows.entries()) {
    const line = table.lines[at] ?? at + 1;
    const fault = (what: string) => faults.push({ where: `Row ${formatNumber(line)}`, what });
    const text = (row[idColumn] ?? '').trim();
    const entityId = readId(text);
    if (entityId === null) {
      fault(text === '' ? 'The id is empty.' : `“${text.slice(0, 60)}”: ${NOT_AN_ID}`);
      continue;
    }
    const earlier = lines.get(entityId);
    if (earlier !== undefined) {
      fault(`${entityId} is in row ${formatNumber(earlier)} already.`);
      continue;
    }
    lines.set(entityId, line);
    const problem = capacities?.[at]?.problem ?? null;
    if (problem !== null) fault(`“${cells[at]?.slice(0, 40) ?? ''}”: ${problem}`);
    else rows.push({ entityId, capacity: capacities?.[at]?.value ?? null });
  }
  return { rows, faults };
}

/** The rows of a run based on an earlier one, and which of its items are left out. */
export function rowsFromRun(
  run: Job,
  items: readonly JobItem[],
  how: 'back' | 'again',
  unit: string,
): { rows: PlanRow[]; faults: Fault[] } {
  const rows: PlanRow[] = [];
  const faults: Fault[] = [];
  for (const item of items) {
    const where = item.entityName ?? item.entityId;
    const value = how === 'back' ? (item.before?.value ?? null) : item.wanted;
    if (how === 'again' && item.state === 'unknown' && !isReadUnchanged(item)) {
      faults.push({ where, what: 'Its outcome is unknown, and no read showed it unchanged.' });
      continue;
    }
    const capacity =
      run.change.kind === 'capacity'
        ? checkCapacity(typeof value === 'number' ? value : Number.NaN, unit)
        : null;
    if (capacity !== null && capacity.value === null) {
      const had = `It had ${String(value)} before: ${capacity.problem}`;
      faults.push({
        where,
        what: value === null ? 'It had no value before, and a value cannot be removed.' : had,
      });
      continue;
    }
    rows.push({
      id: item.entityId,
      name: item.entityName,
      type: item.entityType,
      brand: null,
      known: item.entityName !== null || item.entityType !== null,
      capacity: capacity?.value ?? null,
    });
  }
  return { rows, faults };
}

/** Whether a later read showed that an unknown item still had its old value. */
function isReadUnchanged({ before, after }: JobItem): boolean {
  return before !== null && after !== null && before.value === after.value;
}

/** Rows of the Entities that the directory answered, with one capacity for all or one for each. */
export function rowsFromTargets(
  targets: readonly BulkTarget[],
  unknown: readonly string[],
  capacityOf: (id: string) => number | null,
): PlanRow[] {
  const strangers = new Set(unknown);
  return targets.map((target) => ({
    ...target,
    known: !strangers.has(target.id),
    capacity: capacityOf(target.id),
  }));
}

/** How many Entities of each type a run has: "40 EV, 3 of unknown type". */
export function typeCounts(rows: readonly PlanRow[]): string {
  const counts = new Map<string, number>();
  for (const { type } of rows) {
    const name = type === null ? 'of unknown type' : typeLabel(type);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${formatNumber(count)} ${name}`)
    .join(', ');
}

/** Why so many cannot be changed at once, or null. */
export function countProblem(total: number, chosen: number): string | null {
  if (total > BULK_MAX) {
    return `${formatCount(total, 'Entity matches', 'Entities match')}; one run takes at most ${formatNumber(BULK_MAX)}. Narrow the choice.`;
  }
  return chosen === 0 ? 'Choose at least one Entity.' : null;
}

/** The rows as they are sent. */
export function itemsOf(rows: readonly PlanRow[]): BulkRequest['items'] {
  return rows.map(({ id, capacity }) => ({ entityId: id, capacity }));
}
