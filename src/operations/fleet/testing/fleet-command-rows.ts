import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import { verdictOf } from '../../../domain/command-status.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Puts a Command into the store as the Service lists it. @param now when it was read, in milliseconds */
export async function storeFleetCommand(
  db: Kysely<Store>,
  command: Command,
  now: number,
): Promise<void> {
  await db
    .insertInto('fleet_commands')
    .values({
      entity_id: command.entityId,
      id: command.id,
      type: command.type,
      value: command.value,
      trigger_at: instantMs(command.triggerTime),
      status: command.status,
      verdict: verdictOf(command),
      content: JSON.stringify(command),
      known_at: now,
      changed_at: now,
    })
    .execute();
}
