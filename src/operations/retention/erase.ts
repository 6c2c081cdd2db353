import type { Kysely } from 'kysely';
import { OFFBOARDING_ROUTES, type Erased } from '../../contract/console/offboarding.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../http/define-route.ts';
import { failure } from '../../http/problems.ts';
import { act, type Route } from '../../http/route.ts';
import type { StoreTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { renewPictures } from '../fleet/picture/renew-pictures.ts';
import { removeSessions } from './remove-sessions.ts';

/**
 * Erases where an offboarded Entity was and what it charged: its places and sessions, and what is made of them.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the directory has no such Entity, 409 if it is not offboarded
 */
export async function eraseEntity(trx: StoreTransaction, id: string, now: number): Promise<Erased> {
  const entity = await trx
    .selectFrom('entities')
    .where('id', '=', id)
    .select('offboarded_at')
    .executeTakeFirst();
  if (entity === undefined) throw failure(404, 'not_found', `There is no Entity ${id}.`);
  if (entity.offboarded_at === null) {
    const why = 'Only an Entity that is offboarded can be erased: the Service would tell it again.';
    throw failure(409, 'invalid_request', why);
  }
  const { numDeletedRows } = await trx
    .deleteFrom('places')
    .where('entity_id', '=', id)
    .executeTakeFirst();
  await trx
    .updateTable('fleet_reads')
    .where('entity_id', '=', id)
    .where('resource', '=', 'locations')
    .set({ read_at: null, hash: null })
    .execute();
  const sessions = await removeSessions(trx, id, Infinity, now);
  await renewPictures(trx, [id], now);
  return { places: Number(numDeletedRows), sessions };
}

/** The route by which an administrator erases what is known of an offboarded Entity. */
export function eraseRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  /** Called after it. */
  onErased: () => void;
}): Route[] {
  return [
    defineRoute(
      OFFBOARDING_ROUTES.eraseEntity,
      {
        permission: 'erase-data',
        confirmed: true,
        audit: act('erased', 'entity {id}', { needsRoom: false }),
      },
      async ({ params, record }) => {
        const erased = await record.done(
          (trx) => eraseEntity(trx, params.id, parts.clock.now()),
          (removed) => ({ removed }),
        );
        parts.onErased();
        return erased;
      },
    ),
  ];
}
