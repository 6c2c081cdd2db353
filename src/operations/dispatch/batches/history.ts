import type { Kysely } from 'kysely';
import type { CommandHistory, Observation } from '../../../contract/console/batch.ts';
import { Verification } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../bff/http/problems.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { ObservationRow, Store } from '../../../store/schema/schema.ts';
import { findBatch } from './batches.ts';
import { rowAt } from './batch-rows.ts';

/** A stored observation as returned. */
export function observationOf(row: ObservationRow): Observation {
  return {
    sequence: row.sequence,
    seenAt: isoInstant(row.seen_at),
    status: row.status,
    verification: fromNullableJson(Verification, row.verification),
    error: fromNullableJson(TitledError, row.error),
    late: row.late === 1,
  };
}

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
  const intent = await findBatch(db, id);
  const row = await rowAt(db, intent, position);
  if (row === null) {
    throw failure(404, 'not_found', `The batch ${id} has no Command at position ${position}.`);
  }
  const observations = await db
    .selectFrom('command_observations')
    .where('dispatch_id', '=', id)
    .where('position', '=', position)
    .orderBy('sequence')
    .selectAll()
    .execute();
  return { row, observations: observations.map(observationOf), asOf: isoInstant(now) };
}
