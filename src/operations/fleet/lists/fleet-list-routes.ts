import type { Kysely } from 'kysely';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { FLEET_LIST_ROUTES } from '../../../contract/console/fleet-lists.ts';
import { Member } from '../../../contract/collective.ts';
import { EntityType } from '../../../contract/entity-type.ts';
import { z } from '../../../contract/zod.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { failure } from '../../../http/problems.ts';
import type { Route } from '../../../http/route.ts';
import { PROXY_RULES } from '../../../bff/proxy/proxy-rules.ts';
import type { Clock } from '../../../lib/clock.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readState } from '../entity/entity-reads.ts';

interface ListParts {
  db: Kysely<Store>;
  /** Decides what is stale. */
  policy: FleetPolicy;
  clock: Pick<Clock, 'now'>;
}

/** A list that is stored whole, and the state of its read. @param id as in `fleet_reads` */
async function keptList<S extends z.ZodType>(
  { db, policy, clock }: ListParts,
  id: string,
  resource: ReadResource,
  rowSchema: S,
) {
  const now = clock.now();
  const record = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', id)
    .where('resource', '=', resource)
    .selectAll()
    .executeTakeFirst();
  const document = await db
    .selectFrom('fleet_documents')
    .where('entity_id', '=', id)
    .where('resource', '=', resource)
    .select('content')
    .executeTakeFirst();
  return {
    read: readState(record, resource, policy, now),
    rows: document === undefined ? null : fromJson(z.array(rowSchema), document.content),
    asOf: isoInstant(now),
  };
}

/** The routes for stored lists, each for those who may ask the Service for it. */
export function fleetListRoutes(parts: ListParts): Route[] {
  const { fleetMembers, fleetTypes } = FLEET_LIST_ROUTES;
  return [
    defineRoute(fleetMembers, PROXY_RULES.listMembers, async ({ params: { id } }) => {
      const listed = await parts.db
        .selectFrom('collectives')
        .where('id', '=', id)
        .where('archived', '=', 0)
        .select('id')
        .executeTakeFirst();
      if (listed === undefined) {
        throw failure(404, 'not_found', `The Collective ${id} is not in the directory.`);
      }
      const { rows, ...kept } = await keptList(parts, id, 'members', Member);
      return { ...kept, members: rows };
    }),
    defineRoute(fleetTypes, PROXY_RULES.listEntityTypes, async () => {
      const { rows, ...kept } = await keptList(parts, '', 'types', EntityType);
      return { ...kept, types: rows };
    }),
  ];
}
