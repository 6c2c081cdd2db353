import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { FLEET_RESOURCES, NO_VALUE } from '../../../contract/console/choices.ts';
import type { FleetCollective, ResourceKnown } from '../../../contract/console/fleet-entity.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fellSilentIn } from '../../../domain/silent.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { knownMembers } from '../../directory/read-directory.ts';
import { readBatches } from '../../dispatch/batches/batch-list.ts';
import { readSchedule } from '../../dispatch/batches/planned.ts';
import { readCommands } from '../commands/known-commands.ts';
import { lastCommands } from '../commands/newest-commands.ts';
import { sumEnergy } from '../energy/energy-sums.ts';
import { energyView } from '../energy/energy-view.ts';
import { requireCollective } from './collective-members.ts';

/** Maximum number of named Entities of a kind, and of listed plans and batches. */
const NAMED = 20;
const LISTED = 5;

const ENTITY = ['entities.id', 'entities.name', 'entities.type'] as const;

/** How much is known of each resource. */
async function resourcesKnown(
  db: Kysely<Store>,
  policy: FleetPolicy,
  id: string,
  now: number,
): Promise<ResourceKnown[]> {
  const known: ResourceKnown[] = [];
  for (const resource of FLEET_RESOURCES) {
    const from = Math.max(0, Math.round(freshFrom(policy, resource, now)));
    const count = (condition: string) =>
      sql<number | string | null>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;
    const row = await knownMembers(db, id)
      .innerJoin('fleet_reads', 'fleet_reads.entity_id', 'memberships.entity_id')
      .where('fleet_reads.resource', '=', resource)
      .select((reads) => [
        count('read_at is not null').as('read'),
        count(`fleet_reads.message is null and read_at >= ${from}`).as('fresh'),
        count('fleet_reads.message is not null and fleet_reads.partial = 1').as('partly'),
        count('fleet_reads.message is not null and fleet_reads.partial is null').as('failed'),
        reads.fn.min<number | null>('read_at').as('oldest'),
      ])
      .executeTakeFirstOrThrow();
    known.push({
      resource,
      read: Number(row.read ?? 0),
      fresh: Number(row.fresh ?? 0),
      partly: Number(row.partly ?? 0),
      failed: Number(row.failed ?? 0),
      oldestAt: row.oldest === null ? null : isoInstant(row.oldest),
    });
    await turn();
  }
  return known;
}

/** How many Entities have each last outcome. */
async function lastOutcomes(db: Kysely<Store>, id: string) {
  const rows = await knownMembers(db, id)
    .groupBy('outcome')
    .select((row) => ['outcome', row.fn.countAll<number | string>().as('count')])
    .execute();
  const counts = new Map(rows.map(({ outcome, count }) => [outcome, Number(count)]));
  const take = (value: string) => {
    const count = counts.get(value) ?? 0;
    counts.delete(value);
    return count;
  };
  const without = {
    uncommanded: take(NO_VALUE),
    commandsUnread: take('never'),
    commandsPartly: take('partial'),
  };
  return { ...without, outcomes: Object.fromEntries(counts) };
}

/** Entities that charged before but no longer do, by a recent read of their sessions. */
async function silentOf(db: Kysely<Store>, policy: FleetPolicy, id: string, now: number) {
  const { startMs, endMs } = fellSilentIn(now);
  const silent = await knownMembers(db, id)
    .where('session_at', '>=', startMs)
    .where('session_at', '<=', endMs)
    .where('sessions_at', '>=', Math.max(0, freshFrom(policy, 'sessions', now)))
    .orderBy('session_at')
    .select([...ENTITY, 'session_at'])
    .execute();
  return {
    total: silent.length,
    entities: silent.slice(0, NAMED).map(({ session_at: at, ...entity }) => ({
      ...entity,
      lastAt: isoInstant(at ?? 0),
    })),
  };
}

/** Entities whose last Command failed, the last one first. */
async function failingOf(db: Kysely<Store>, id: string, now: number) {
  const failing = await knownMembers(db, id)
    .where('outcome', 'in', FAILED_VERDICTS)
    .orderBy('last_at', (order) => order.desc().nullsLast())
    .limit(NAMED)
    .select(ENTITY)
    .execute();
  if (failing.length === 0) return [];
  const ids = failing.map((entity) => entity.id);
  const last = await lastCommands(db, ids, now);
  const commands = await readCommands(db, [...last.values()]);
  return failing.flatMap((entity) => {
    const newest = last.get(entity.id);
    const command = commands.get(newest?.id ?? '');
    if (newest === undefined || command === undefined) return [];
    return [{ ...entity, command, at: isoInstant(newest.at ?? newest.knownAt) }];
  });
}

/** Dependencies of the view of a Collective. */
export interface CollectiveParts {
  db: Kysely<Store>;
  /** Decides what is stale. */
  policy: FleetPolicy;
}

/**
 * A Collective at a glance, without asking the Service.
 * @param zone IANA name of the zone whose today is the last day of its energy
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the directory does not know it
 */
export async function readFleetCollective(
  { db, policy }: CollectiveParts,
  id: string,
  zone: string,
  now: number,
): Promise<FleetCollective> {
  await requireCollective(db, id);
  const last = await lastOutcomes(db, id);
  const { outcomes, uncommanded, commandsUnread, commandsPartly } = last;
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
  const { items } = await readSchedule(db, id, now);
  const { batches, others } = await readBatches(db, { collectiveId: id, limit: LISTED }, now);
  return {
    id,
    entities: sum([...Object.values(outcomes), uncommanded, commandsUnread, commandsPartly]),
    known: await resourcesKnown(db, policy, id, now),
    energy: energyView(await sumEnergy(db, policy, id, zone, now), id),
    ...last,
    silent: await silentOf(db, policy, id, now),
    failing: {
      total: sum(FAILED_VERDICTS.map((verdict) => outcomes[verdict] ?? 0)),
      entities: await failingOf(db, id, now),
    },
    next: items.slice(0, LISTED),
    planned: items.length,
    last: { batches, others },
    asOf: isoInstant(now),
  };
}
