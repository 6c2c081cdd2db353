import type { ReportRun, RunChange } from '../../contract/console/report-run.ts';
import { trusted } from '../../lib/trusted.ts';

/** How many items of a run are processed; within a version it never decreases. */
const dealtWith = ({ progress }: RunChange) =>
  progress.entities.done + progress.entities.failed + progress.sessions;

/** Whether a change is older than the held state: an event can overtake an answer. */
function isOlder(told: RunChange, held: RunChange): boolean {
  if (told.version !== held.version) return told.version < held.version;
  return dealtWith(told) < dealtWith(held);
}

/** Applies a change to a run, unless it is older. */
export function mergeRun(held: ReportRun, change: RunChange): ReportRun {
  return isOlder(change, held) ? held : { ...held, ...change };
}

/** What to cache of a run: the newer of the held and the read one. */
export function newerRun(held: ReportRun | undefined, read: ReportRun): ReportRun {
  return held !== undefined && isOlder(read, held) ? held : read;
}

interface RunList {
  runs: readonly ReportRun[];
}

/** The same for any query under the key of lists of runs. */
export function mergeAnyRuns(held: unknown, changes: readonly RunChange[]): unknown {
  if (typeof held !== 'object' || held === null || !('runs' in held)) return held;
  // Only queries of run lists write under that key.
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
