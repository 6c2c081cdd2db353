import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { failure } from '../../bff/http/problems.ts';

/**
 * Whether an item may still change something: its request is in flight, even in a stopped run, or it waits in a
 * running one.
 * @param items the table of the items
 * @param runs the table of their runs
 */
export function mayStillAct(
  items: 'bulk_items' | 'sweep_items',
  runs: 'bulk_runs' | 'sweeps',
): RawBuilder<SqlBool> {
  const state = sql.ref(`${items}.state`);
  const runState = sql.ref(`${runs}.state`);
  return sql`(${state} = 'sending' or (${state} = 'waiting' and ${runState} = 'running'))`;
}

/**
 * Refuses to begin or resume a run while others may still act on its targets: otherwise chance decides which of
 * the two comes last.
 * @param others the operator's name for each item of another run with the same target
 * @param what the change and its targets, for the message
 * @throws Failure 409 if there are any
 */
export function refuseOverlap(
  others: readonly { operator_name: string }[],
  what: { verb: string; targets: string },
): void {
  const [other] = others;
  if (other === undefined) return;
  throw failure(
    409,
    'changed_since',
    `Another run of ${other.operator_name} may still ${what.verb} ${others.length} of these ${what.targets}. Nothing was sent. Stop that run and wait for its requests in flight, or wait until it is done.`,
  );
}
