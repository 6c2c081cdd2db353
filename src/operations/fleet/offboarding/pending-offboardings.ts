import type { Kysely } from 'kysely';
import {
  OFFBOARDING_ROUTES,
  type PendingOffboarding,
} from '../../../contract/console/offboarding.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { READ, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../lib/clock.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Most that are told: more are on the page of all requests. */
const MOST = 5000;

interface Asked {
  operator_name: string | null;
  at: number | null;
}

/** Who asked for these requests, by the id of each: in the audit log, or as a bulk change. */
async function askedBy(
  db: Kysely<Store>,
  requests: readonly { id: string; entity_id: string }[],
): Promise<ReadonlyMap<string, Asked>> {
  const asked = new Map<string, Asked>();
  for (const part of chunks(requests)) {
    const acts = await db
      .selectFrom('audit_log')
      .where('action', '=', 'change')
      .where('outcome', '=', 'done')
      .where(
        'target',
        'in',
        part.map(({ entity_id: id }) => `entity ${id}`),
      )
      .select(['operator_name', 'at', 'body'])
      .execute();
    const byBody = new Map(acts.map((act) => [act.body, act]));
    for (const { id } of part) {
      const act = byBody.get(JSON.stringify({ id }));
      if (act !== undefined) asked.set(id, act);
    }
    const items = await db
      .selectFrom('job_items')
      .innerJoin('jobs', 'jobs.id', 'job_id')
      .where(
        'request_id',
        'in',
        part.map(({ id }) => id),
      )
      .select(['request_id', 'operator_name', 'at'])
      .execute();
    for (const { request_id: id, ...item } of items) if (id !== null) asked.set(id, item);
  }
  return asked;
}

/** The Entities that are being offboarded, as last heard of the Service, or those whose requests have ended. */
export async function offboardings(
  db: Kysely<Store>,
  status: 'pending' | 'ended',
): Promise<PendingOffboarding[]> {
  const rows = await db
    .selectFrom('offboarding_requests')
    .where('status', status === 'pending' ? '=' : '<>', 'Pending')
    .select(['id', 'entity_id'])
    .limit(MOST)
    .execute();
  const requests = rows.flatMap(({ id, entity_id: entity }) =>
    entity === null ? [] : [{ id, entity_id: entity }],
  );
  const asked = await askedBy(db, requests);
  return requests.map(({ id, entity_id: entityId }) => {
    const { operator_name: requestedBy = null, at = null } = asked.get(id) ?? {};
    const requestedAt = at === null ? null : isoInstant(at);
    return { requestId: id, entityId, requestedBy, requestedAt };
  });
}

/** The route for Entities that are being offboarded. */
export function offboardingRoutes(reader: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  return [
    defineRoute(OFFBOARDING_ROUTES.pendingOffboardings, READ, async () => ({
      pending: await offboardings(reader, 'pending'),
      ended: (await offboardings(reader, 'ended')).filter(
        ({ requestedBy }) => requestedBy !== null,
      ),
      asOf: isoInstant(clock.now()),
    })),
  ];
}
