import type { BatchRow } from '../../../contract/console/batch.ts';
import {
  FAILED_VERDICTS,
  VERDICT_LABELS,
  VERDICTS,
  type Verdict,
} from '../../../domain/command-status.ts';
import { factsOf } from './row-facts.ts';

/** Rows with the same status and the same cause, in the device's own words. */
export interface CauseGroup {
  key: string;
  verdict: Verdict;
  /** The title of the devices' error, else the status. */
  title: string;
  /** The description, if all devices gave the same; null if they differ or gave none. */
  description: string | null;
  /** Whether descriptions differ per device. */
  differs: boolean;
  rows: readonly BatchRow[];
}

/** Statuses that need attention, most urgent first; the others follow in their usual order. */
const URGENT: readonly Verdict[] = [...FAILED_VERDICTS, 'unrequested', 'unknown', 'unrecognised'];

/** Whether a group needs attention. */
export function isUrgent({ verdict }: Pick<CauseGroup, 'verdict'>): boolean {
  return URGENT.includes(verdict);
}

function placeOf(verdict: Verdict): number {
  const at = URGENT.indexOf(verdict);
  return at === -1 ? URGENT.length + VERDICTS.indexOf(verdict) : at;
}

/** Groups rows by status and cause, failures first, then by number; rows keep their order. */
export function groupByCause(rows: readonly BatchRow[]): CauseGroup[] {
  const groups = new Map<string, CauseGroup & { rows: BatchRow[] }>();
  for (const row of rows) {
    const { verdict, cause, detail } = factsOf(row);
    const key = `${verdict}\n${cause ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) {
      const title = cause ?? VERDICT_LABELS[verdict];
      groups.set(key, { key, verdict, title, description: detail, differs: false, rows: [row] });
      continue;
    }
    group.rows.push(row);
    if (!group.differs && group.description !== detail) {
      group.differs = true;
      group.description = null;
    }
  }
  return [...groups.values()].toSorted(
    (a, b) =>
      placeOf(a.verdict) - placeOf(b.verdict) ||
      b.rows.length - a.rows.length ||
      a.title.localeCompare(b.title),
  );
}
