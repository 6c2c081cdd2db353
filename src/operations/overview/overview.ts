import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Overview, OverviewRow } from '../../contract/console/overview.ts';
import type { PlannedItem } from '../../contract/console/schedule.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import type { CollectiveRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { EnergySums } from '../fleet/energy/energy-sums.ts';
import { energyView, fleetEnergy } from '../fleet/energy/energy-view.ts';
import { knownOffboardings } from '../fleet/offboarding/offboarding-store.ts';
import type { FleetSums } from '../fleet/energy/fleet-energy.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { hasTakenEffect } from '../dispatch/batches/taken-effect.ts';
import { nextPlans, readSchedule } from '../dispatch/batches/planned.ts';
import { readApprovals } from './waiting-approvals.ts';
import { readAttention, undecidedBatches } from './attention.ts';
import { commandedDays } from './commanded-days.ts';
import { withoutDismissed } from './dismissals.ts';
import { readFleetState } from './fleet-state.ts';

/** Maximum number of planned items, and of Collectives. */
const NEXT = 5;
const ROWS = 12;

async function countOf(query: Promise<{ count: number | string }>): Promise<number> {
  return Number((await query).count);
}

type Listed = Pick<CollectiveRow, 'id' | 'name' | 'type'>;

/** Collectives, the most recently commanded first. */
async function readRows(
  db: Kysely<Store>,
  collectives: readonly Listed[],
  items: readonly PlannedItem[],
  sums: EnergySums,
  now: number,
): Promise<OverviewRow[]> {
  const lastAt = new Map(
    (
      await db
        .selectFrom('intents')
        .groupBy('collective_id')
        .select((row) => ['collective_id', row.fn.max('created_at').as('at')])
        .execute()
    ).map(({ collective_id: id, at }) => [id, at]),
  );
  const listed = collectives
    .toSorted((a, b) => (lastAt.get(b.id) ?? 0) - (lastAt.get(a.id) ?? 0))
    .slice(0, ROWS);
  const plans = await nextPlans(db, items, now);
  const rows: OverviewRow[] = [];
  for (const { id, name, type } of listed) {
    const intents = await db
      .selectFrom('intents')
      .where('collective_id', '=', id)
      .where(hasTakenEffect(now))
      .orderBy('created_at', 'desc')
      .limit(1)
      .selectAll()
      .execute();
    const [lastBatch = null] = await summariesOf(db, intents, now);
    const next = plans.get(id) ?? null;
    const energy = energyView(sums, id);
    rows.push({ id, name, type, entities: energy.known.of, lastBatch, next, energy });
    await turn();
  }
  return rows;
}

async function readSteps(
  db: Kysely<Store>,
  entities: number,
  unread: number,
): Promise<Overview['steps']> {
  const intent = await db.selectFrom('intents').select('id').limit(1).executeTakeFirst();
  const report = await db.selectFrom('sealed_reports').select('id').limit(1).executeTakeFirst();
  return {
    directory: entities > 0,
    // The fleet is being read while any Entity waits for its first read.
    read: entities > 0 && unread === 0,
    dispatched: intent !== undefined,
    reported: report !== undefined,
  };
}

/** The sources of the Overview, besides the store. */
export interface OverviewSources {
  sums: FleetSums;
  /** Decides what is stale. */
  policy: FleetPolicy;
}

/**
 * The whole fleet at a glance, from what the console has stored.
 * @param zone IANA name of the zone whose days are counted
 * @param operatorId who asks: what waits for their approval is among what needs attention
 * @param now milliseconds since the epoch
 */
export async function readOverview(
  db: Kysely<Store>,
  sources: OverviewSources,
  zone: string,
  operatorId: string,
  now: number,
): Promise<Overview> {
  const energy = await sources.sums(zone);
  const fleet = await readFleetState(db, sources.policy, now);
  const listed = db.selectFrom('entities').where('archived', '=', 0);
  const total = await countOf(
    listed
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  const undecided = await undecidedBatches(db, now);
  const found = { undecided: undecided.newest, fleet, offboardings: await knownOffboardings(db) };
  const all = await readAttention(db, found, now);
  const unreachable = all.find(({ kind }) => kind === 'unreachable');
  const { items } = await readSchedule(db, undefined, now);
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .orderBy('name')
    .select(['id', 'name', 'type'])
    .execute();
  const names = new Map(collectives.map(({ id, name }) => [id, name]));
  return {
    entities: {
      total,
      unreachable: unreachable?.kind === 'unreachable' ? unreachable.count : 0,
      offboarded: await countOf(
        listed
          .where('offboarded_at', 'is not', null)
          .select((row) => row.fn.countAll<number | string>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
      reads: fleet.reads,
    },
    collectives: collectives.length,
    ...(await commandedDays(db, zone, now)),
    commandsRead: fleet.commandsRead,
    open: await countOf(
      db
        .selectFrom('sent_commands as commands')
        .where('settled', '=', 0)
        .where('due_at', '<=', now)
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
    unknown: { count: undecided.count, newest: undecided.newest[0] ?? null },
    next: items.slice(0, NEXT),
    planned: items.length,
    rows: await readRows(db, collectives, items, energy, now),
    // Nobody hides what waits for others.
    attention: [
      ...(await readApprovals(db, operatorId, now)),
      ...(await withoutDismissed(db, all, now)),
    ],
    energy: fleetEnergy(energy, names),
    steps: await readSteps(db, total, fleet.reads.unread),
    asOf: isoInstant(now),
  };
}
