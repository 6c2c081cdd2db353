import type { ReportRun, RunChange } from '../../contract/console/report-run.ts';
import { trusted } from '../../lib/trusted.ts';

/** How much of a run was dealt with; within a version it never becomes less. */
const dealtWith = ({ progress }: RunChange) =>
  progress.entities.done + progress.entities.failed + progress.sessions;

/** Whether something about a run was told before what is held: an answer can be overtaken by an event. */
function isOlder(told: RunChange, held: RunChange): boolean {
  if (told.version !== held.version) return told.version < held.version;
  return dealtWith(told) < dealtWith(held);
}

/** A run with what changed of it; an older change leaves it as it is. */
export function mergeRun(held: ReportRun, change: RunChange): ReportRun {
  return isOlder(change, held) ? held : { ...held, ...change };
}

/** What the cache keeps of a run: the newer of what it holds and what was read. */
export function newerRun(held: ReportRun | undefined, read: ReportRun): ReportRun {
  return held !== undefined && isOlder(read, held) ? held : read;
}

interface RunList {
  runs: readonly ReportRun[];
}

/** The same for whatever a query under the key of lists of runs holds. */
export function mergeAnyRuns(held: unknown, changes: readonly RunChange[]): unknown {
  if (typeof held !== 'object' || held === null || !('runs' in held)) return held;
  // Only queries of lists of runs write under that key.
  const list = trusted<RunList>(held);
  const byId = new Map(changes.map((change) => [change.id, change]));
  if (!list.runs.some(({ id }) => byId.has(id))) return held;
  return {
    ...list,
    runs: list.runs.map((run) => {
      const change = byId.get(run.id);
      return change === undefined ? run : mergeRun(run, change);
    }),
  };
}
