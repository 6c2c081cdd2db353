import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { storeCommands } from '../commands/store-commands.ts';

/** Puts a Command into the store as the Service lists it. @param now when it was read, in milliseconds */
export async function storeFleetCommand(
  db: Kysely<Store>,
  command: Command,
  now: number,
): Promise<void> {
  const at = { askedAt: now, now };
  await db.transaction().execute((trx) => storeCommands(trx, command.entityId, [command], at));
}
