import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * A condition on `intents`: not all Commands of the batch are still ahead. A batch without Commands, such as one
 * that is being sent or was refused, meets it; one that waits for an approval does not.
 * @param now milliseconds since the epoch
 */
export function hasTakenEffect(now: number): Expression<SqlBool> {
  return sql<SqlBool>`intents.outcome <> 'waiting' and not (
    exists (select 1 from commands ahead where ahead.dispatch_id = intents.id and ahead.due_at > ${now})
    and not exists (select 1 from commands past
      where past.dispatch_id = intents.id and past.due_at <= ${now}))`;
}
