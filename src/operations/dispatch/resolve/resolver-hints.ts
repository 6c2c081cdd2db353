import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { expectedOf, speaksFor } from './resolver-match.ts';
import { sentOf, type ResolverLimits } from './resolver-store.ts';
import { clockOfSend } from './send-clock.ts';

/**
 * Checks whether Commands that were read for another purpose may belong to a dispatch with an unknown
 * outcome, and if so makes its check due at once.
 * @param now milliseconds since the epoch
 * @returns whether a check is due now
 */
export async function noteCommands(
  db: Kysely<Store>,
  entityId: string,
  commands: readonly Command[],
  now: number,
  limits: ResolverLimits,
): Promise<boolean> {
  const open = await db
    .selectFrom('intents')
    .innerJoin('intent_members', 'intent_members.dispatch_id', 'intents.id')
    .where('intent_members.entity_id', '=', entityId)
    .where('intents.next_check_at', '>', now)
    .where('intents.unaccounted', '>', 0)
    .selectAll('intents')
    .execute();
  let due = false;
  for (const intent of open) {
    const expected = expectedOf(sentOf(intent, now), limits, await clockOfSend(db, intent));
    const fitting = commands.filter((command) => expected.some((each) => speaksFor(each, command)));
    if (fitting.length === 0) continue;
    const known = await db
      .selectFrom('commands')
      .where('entity_id', '=', entityId)
      .where(
        'id',
        'in',
        fitting.map(({ id }) => id),
      )
      .select('id')
      .distinct()
      .execute();
    if (known.length === new Set(fitting.map(({ id }) => id)).size) continue;
    due = true;
    await db
      .updateTable('intents')
      .set({ next_check_at: now })
      .where('id', '=', intent.id)
      .execute();
  }
  return due;
}
