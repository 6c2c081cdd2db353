import type { Kysely } from 'kysely';
import type { CommandHistory } from '../../../contract/console/batch.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { entriesOf } from './batch-entries.ts';
import { findBatch } from './batches.ts';
import { observationsOf } from './command-rows.ts';

/**
 * All observed changes of one Command, in order.
 * @param id the dispatch id
 * @param position of the Command in its batch
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readHistory(
  db: Kysely<Store>,
  id: string,
  position: number,
  now: number,
): Promise<CommandHistory> {
  const entries = await entriesOf(db, await findBatch(db, id));
  const found = entries.find(({ command }) => command?.position === position);
  const command = found?.command ?? null;
  if (found === undefined || command === null) {
    throw failure(404, 'not_found', `The batch ${id} has no Command at position ${position}.`);
  }
  const before = await db
    .selectFrom('command_changes')
    .where('command_key', '=', command.key)
    .orderBy('sequence')
    .selectAll()
    .execute();
  return { row: found.row(), observations: observationsOf(before, command), asOf: isoInstant(now) };
}
