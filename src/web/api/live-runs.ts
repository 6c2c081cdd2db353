import type { ReportRun, RunChange } from '../../contract/console/report-run.ts';
import { trusted } from '../../lib/trusted.ts';

/** How much of a run was dealt with; it never becomes less but by a retry, which changes the state. */
const dealtWith = ({ progress }: RunChange) =>
  progress.entities.done + progress.entities.failed + progress.pages;

/** A run with what changed of it. Progress that was told before what is held stays out. */
export function mergeRun(held: ReportRun, change: RunChange): ReportRun {
  const isOlder =
    held.state === change.state &&
    held.finishedAt === change.finishedAt &&
    dealtWith(change) < dealtWith(held) &&
    change.progress.requests < held.progress.requests;
  return isOlder ? held : { ...held, ...change };
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
