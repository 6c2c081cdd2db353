import type { Kysely } from 'kysely';
import type { CommandHistory } from '../../../contract/console/batch.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { entriesOf } from './batch-entries.ts';
import { findBatch } from './batches.ts';
import { observationOf } from './command-rows.ts';

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
  if (found === undefined) {
    throw failure(404, 'not_found', `The batch ${id} has no Command at position ${position}.`);
  }
  const observations = await db
    .selectFrom('command_observations')
    .where('dispatch_id', '=', id)
    .where('position', '=', position)
    .orderBy('sequence')
    .selectAll()
    .execute();
  return { row: found.row(), observations: observations.map(observationOf), asOf: isoInstant(now) };
}
