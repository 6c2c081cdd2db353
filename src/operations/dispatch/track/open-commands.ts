import { sql } from 'kysely';
import type { Verdict } from '../../../domain/command-status.ts';

/** Verdicts of Commands that have not ended. */
export const OPEN_VERDICTS = [
  'pending',
  'triggered',
  'sent',
  'unrecognised',
] as const satisfies readonly Verdict[];

/**
 * Ids of the batches with an unsettled Command, some of them of these types. Steps from one batch to the next
 * through the index: a batch may have tens of thousands of such Commands.
 */
export function openDispatches(types: readonly string[]) {
  return sql<string>`(
    with recursive open_ids (id) as (
      select min(dispatch_id) from commands where settled = 0
      union all
      select (select min(dispatch_id) from commands where settled = 0 and dispatch_id > open_ids.id)
      from open_ids where open_ids.id is not null
    )
    select open_ids.id from open_ids
    inner join intent_types on intent_types.dispatch_id = open_ids.id
    where intent_types.type in (${sql.join(types)})
  )`;
}
