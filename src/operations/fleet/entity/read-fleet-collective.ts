import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { FLEET_RESOURCES, type FleetResource } from '../../../contract/console/choices.ts';
import type { FleetCollective, ResourceKnown } from '../../../contract/console/fleet-entity.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant, type Span } from '../../../domain/instant.ts';
import { fellSilentIn, fellSilentSince } from '../../../domain/silent.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readBatches } from '../../dispatch/batches/batch-list.ts';
import { readSchedule } from '../../dispatch/batches/planned.ts';
import { readCommands } from '../commands/known-commands.ts';
import { newestCommands, type NewestCommand } from '../commands/newest-commands.ts';
import { sessionsOf } from '../energy/collective-energy.ts';
import type { EnergyCache } from '../energy/energy-cache.ts';
import { offboardedOf } from '../offboarding/offboarded.ts';
import { collectiveMembers, partsOf } from './collective-members.ts';
import { isFresh } from './entity-reads.ts';

/** Maximum number of named Entities of a kind, and of listed plans and batches. */
const NAMED = 20;
const LISTED = 5;

const FAILED: ReadonlySet<string> = new Set(FAILED_VERDICTS);

/** How much is known of each resource, counted while reading the Entities. */
class KnownTally {
  readonly #known = new Map<
    FleetResource,
    { read: number; fresh: number; partly: number; failed: number; oldest: number }
  >();

  add(
    resource: FleetResource,
    row: { read_at: number | null; message: string | null; partial: number | null },
    fresh: boolean,
  ): void {
    const known = this.#known.get(resource) ?? {
      read: 0,
      fresh: 0,
      partly: 0,
      failed: 0,
      oldest: Infinity,
    };
    if (row.read_at !== null) {
      known.read += 1;
      known.oldest = Math.min(known.oldest, row.read_at);
    }
    if (fresh && row.message === null) known.fresh += 1;
    if (row.message !== null) known[row.partial === 1 ? 'partly' : 'failed'] += 1;
    this.#known.set(resource, known);
  }

  all(): ResourceKnown[] {
    return FLEET_RESOURCES.map((resource) => {
      const {
        read = 0,
        fresh = 0,
        partly = 0,
        failed = 0,
        oldest = Infinity,
      } = this.#known.get(resource) ?? {};
      return {
        resource,
        read,
        fresh,
        partly,
        failed,
        oldestAt: oldest === Infinity ? null : isoInstant(oldest),
      };
    });
  }
}

function readsOf(db: Kysely<Store>, entityIds: readonly string[]) {
  return db
    .selectFrom('fleet_reads')
    .where('entity_id', 'in', entityIds)
    .select(['entity_id', 'resource', 'read_at', 'message', 'partial'])
    .execute();
}

/** When the last session of each Entity that began in a span ended. */
function lastSessions(db: Kysely<Store>, entityIds: readonly string[], span: Span) {
  return sessionsOf(db, entityIds, span)
    .groupBy('entity_id')
    .select((row) => ['entity_id', row.fn.max(row.fn.coalesce('end_ms', 'start_ms')).as('at')])
    .execute();
}

/** Dependencies of the view of a Collective. */
export interface CollectiveParts {
  db: Kysely<Store>;
  /** Decides what is stale. */
  policy: FleetPolicy;
  energy: Pick<EnergyCache, 'energyOf'>;
}

/**
 * A Collective at a glance, without asking the Service. Reads its Entities in parts.
 * @param zone IANA name of the zone whose days are counted
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the directory does not know it
 */
export async function readFleetCollective(
  { db, policy, energy }: CollectiveParts,
  id: string,
  zone: string,
  now: number,
): Promise<FleetCollective> {
  const members = await collectiveMembers(db, id);
  const byId = new Map(members.map((member) => [member.id, member]));
  const named = (entityId: string) =>
    byId.get(entityId) ?? { id: entityId, name: null, type: null };
  const known = new KnownTally();
  const outcomes: Record<string, number> = {};
  const failing: NewestCommand[] = [];
  const silent: { id: string; at: number }[] = [];
  const { startMs } = fellSilentIn(now);
  let commanded = 0;
  let commandsUnread = 0;
  let commandsPartly = 0;
  for (const part of partsOf(members)) {
    const upToDate = new Set<string>();
    const unread = new Set(part);
    const partly = new Set<string>();
    for (const row of await readsOf(db, part)) {
      const resource = FLEET_RESOURCES.find((each) => each === row.resource);
      if (resource === undefined) continue;
      const fresh = isFresh(policy, resource, row.read_at, now);
      known.add(resource, row, fresh);
      if (resource === 'sessions' && fresh) upToDate.add(row.entity_id);
      if (resource !== 'commands') continue;
      if (row.read_at !== null) unread.delete(row.entity_id);
      else if (row.partial === 1) partly.add(row.entity_id);
    }
    for (const gone of await offboardedOf(db, part)) upToDate.delete(gone);
    await turn();
    const charged = await lastSessions(db, part, { startMs, endMs: now });
    for (const { entity_id: entityId, at } of charged) {
      const since = fellSilentSince(at, now);
      if (since !== null && upToDate.has(entityId)) silent.push({ id: entityId, at: since });
    }
    await turn();
    for (const last of (await newestCommands(db, part, { until: now })).values()) {
      commanded += 1;
      outcomes[last.verdict] = (outcomes[last.verdict] ?? 0) + 1;
      if (FAILED.has(last.verdict)) failing.push(last);
      unread.delete(last.entityId);
    }
    for (const entityId of unread) {
      if (partly.has(entityId)) commandsPartly += 1;
      else commandsUnread += 1;
    }
    await turn();
  }
  const lastFailing = failing.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, NAMED);
  const commands = await readCommands(db, lastFailing);
  const plans = (await readSchedule(db, id, now)).items;
  const charged = await energy.energyOf(id, zone);
  const { batches, others } = await readBatches(db, { collectiveId: id, limit: LISTED }, now);
  return {
    id,
    entities: members.length,
    known: known.all(),
    energy: charged.value,
    isBehind: charged.isBehind,
    outcomes,
    uncommanded: members.length - commanded - commandsUnread - commandsPartly,
    commandsUnread,
    commandsPartly,
    silent: {
      total: silent.length,
      entities: silent
        .toSorted((a, b) => a.at - b.at)
        .slice(0, NAMED)
        .map((each) => ({ ...named(each.id), lastAt: isoInstant(each.at) })),
    },
    failing: {
      total: failing.length,
      entities: lastFailing.flatMap(({ id: commandId, entityId, at, knownAt }) => {
        const command = commands.get(commandId);
        if (command === undefined) return [];
        return [{ ...named(entityId), command, at: isoInstant(at ?? knownAt) }];
      }),
    },
    next: plans.slice(0, LISTED),
    planned: plans.length,
    last: { batches, others },
    asOf: isoInstant(now),
  };
}
