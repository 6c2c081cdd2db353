import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { chargingEntity, renewSessionDays } from '../../store/session-days.ts';
import type { Store } from '../../store/schema/schema.ts';
import { renewPictures } from '../fleet/picture/renew-pictures.ts';

/** Sessions that are removed or looked at together. */
const ROWS = 150;

/** Begins a hash that no answer has: the next read is stored, and reports are computed again. */
const REMOVED = 'removed ';

/** Whether the hash of a read says that sessions were removed since. */
export const isRemoved = (hash: string | null): boolean => hash?.startsWith(REMOVED) === true;

/** Some Entities with sessions that began before; none: there is no such session. */
export async function withOldSessions(db: Kysely<Store>, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('current', 'in', [0, 1])
    .where('start_ms', '<', before)
    .select('entity_id')
    .limit(ROWS)
    .execute();
  return [...new Set(rows.map(({ entity_id: id }) => id))];
}

/**
 * Removes the sessions of an Entity that began before, all their versions and the decisions on them, and counts its
 * days again. The store then knows its sessions only from there, and says so.
 * @param before milliseconds since the epoch; Infinity: all of them
 * @param now milliseconds since the epoch
 * @returns how many sessions
 */
export async function removeSessions(
  trx: Kysely<Store>,
  entityId: string,
  before: number,
  now: number,
): Promise<number> {
  const isAll = before === Infinity;
  const own = trx.selectFrom('fleet_sessions').where('entity_id', '=', entityId);
  const old = isAll ? own : own.where('start_ms', '<', before);
  const { count, first } = await old
    .select((row) => [
      row.fn.count<number>('id').distinct().as('count'),
      row.fn.min('start_ms').as('first'),
    ])
    .executeTakeFirstOrThrow();
  if (count === 0) return 0;
  for (;;) {
    const rows = await old.select('id').distinct().limit(ROWS).execute();
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    const removal = trx.deleteFrom('fleet_sessions').where('entity_id', '=', entityId);
    const some = removal.where('id', 'in', ids);
    await (isAll ? some : some.where('start_ms', '<', before)).execute();
    await turn();
  }
  await trx
    .deleteFrom('session_decisions')
    .where('entity_id', '=', entityId)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('fleet_sessions')
            .whereRef('fleet_sessions.entity_id', '=', 'session_decisions.entity_id')
            .whereRef('fleet_sessions.id', '=', 'session_decisions.session_id')
            .select('id'),
        ),
      ),
    )
    .execute();
  const span = isAll || first === null ? null : { startMs: first, endMs: before };
  await renewSessionDays(trx, await chargingEntity(trx, entityId), span);
  const unlike = { hash: `${REMOVED}${now}` };
  const reads = trx
    .updateTable('fleet_reads')
    .where('entity_id', '=', entityId)
    .where('resource', 'in', ['sessions', 'history']);
  await reads.set(unlike).execute();
  if (isAll) await reads.set({ known_from: null, read_at: null, asked_from: null }).execute();
  else await reads.where('known_from', '<', before).set({ known_from: before }).execute();
  await renewPictures(trx, [entityId], now);
  return count;
}
