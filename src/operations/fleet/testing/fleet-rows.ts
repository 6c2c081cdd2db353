import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { FLEET_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { chargingEntity, renewSessionDays } from '../../../store/session-days.ts';
import { RANK } from '../reads/read-records.ts';
import { sessionRowOf } from '../session-row.ts';

/** A charge session for tests. @param of its start in milliseconds; energy in kWh, hours 1 by default */
export function chargeSession(of: {
  startMs: number;
  energy: number;
  hours?: number;
  id?: string;
}) {
  const endMs = of.startMs + (of.hours ?? 1) * 3_600_000;
  return ChargeSession.parse({
    id: of.id ?? randomUUID(),
    created: isoInstant(endMs + 3_600_000),
    data: {
      start: isoInstant(of.startMs),
      end: isoInstant(endMs),
      charge: { total: { total: of.energy, unit: 'kWh' } },
    },
  });
}

/** Puts sessions of an Entity into the store, as if they had been read. */
export async function storeFleetSessions(
  db: Kysely<Store>,
  entityId: string,
  sessions: readonly ChargeSession[],
  now: number,
): Promise<void> {
  for (const session of sessions) {
    await db
      .insertInto('fleet_sessions')
      .values(sessionRowOf(entityId, session, session, now))
      .execute();
  }
  await renewSessionDays(db, await chargingEntity(db, entityId), null);
}

/** Puts the state of a read into the store: by default read at `now`, and due a day later. */
export async function storeFleetRead(
  db: Kysely<Store>,
  entityId: string,
  resource: ReadResource,
  now: number,
  but: Partial<FleetReadRow> = {},
): Promise<void> {
  await db
    .insertInto('fleet_reads')
    .values({
      entity_id: entityId,
      resource,
      rank: RANK.policy,
      due_at: now + 86_400_000,
      read_at: now,
      tried_at: now,
      tries: 0,
      ...but,
    })
    .execute();
}

/** Everything of an Entity has been read at `now`, its sessions since `knownFrom`. */
export async function storeFleetReads(
  db: Kysely<Store>,
  entityId: string,
  now: number,
  knownFrom: number,
): Promise<void> {
  for (const resource of FLEET_RESOURCES) {
    await storeFleetRead(db, entityId, resource, now, {
      known_from: resource === 'sessions' ? knownFrom : null,
    });
  }
}
