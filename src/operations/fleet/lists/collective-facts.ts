import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Energy } from '../../../contract/console/energy.ts';
import type { AllCollectiveFacts, CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { summariesOf } from '../../dispatch/batches/batch-summary.ts';
import { nextPlans, readSchedule } from '../../dispatch/batches/planned.ts';
import { hasTakenEffect } from '../../dispatch/batches/taken-effect.ts';
import { DAYS } from '../energy/energy-sums.ts';
import { energyViews } from '../energy/energy-view.ts';
import type { FleetSums } from '../energy/fleet-energy.ts';
import { noSums, sumCollectives } from './collective-sums.ts';

/** Energy as lists show it. @param sessionsAt the oldest read of sessions, in ms since the epoch */
function shownEnergy(
  { unit, days, sessions, month, leftOut, from, provisionalFrom, known }: Energy,
  sessionsAt: number,
  staleBefore: number,
): CollectiveFacts['energy'] {
  const counted = sessions - leftOut.month.otherUnits - leftOut.month.withoutEnergy;
  return {
    value: counted === 0 ? null : month,
    unit,
    sessions,
    leftOut: leftOut.month,
    days: days ?? [],
    until: dateAfter(from, DAYS - 1),
    provisionalFrom,
    readOf: { known: known.read, of: known.of },
    readAt: isoInstant(sessionsAt),
    isStale: sessionsAt < staleBefore,
  };
}

/** The last batch of each Collective that has taken effect. */
async function lastBatches(db: Kysely<Store>, now: number) {
  const newest = db
    .selectFrom('intents')
    .where(hasTakenEffect(now))
    .groupBy('collective_id')
    .select((row) => ['collective_id as newest_of', row.fn.max('created_at').as('newest_at')]);
  const intents = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('intents', (join) =>
      join
        .onRef('intents.collective_id', '=', 'newest.newest_of')
        .onRef('intents.created_at', '=', 'newest.newest_at'),
    )
    .selectAll('intents')
    .execute();
  const batches = [];
  for (const part of chunks(intents)) {
    batches.push(...(await summariesOf(db, part, now)));
    await turn();
  }
  return new Map(batches.map((batch) => [batch.collectiveId, batch]));
}

/**
 * What the list of Collectives shows beside the record of each.
 * @param parts.policy decides when data counts as stale
 * @param zone IANA name of the zone whose days are counted
 * @param now milliseconds since the epoch
 */
export async function readCollectiveFacts(
  { db, policy, sums: sumsIn }: { db: Kysely<Store>; policy: FleetPolicy; sums: FleetSums },
  zone: string,
  now: number,
): Promise<AllCollectiveFacts> {
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .select('id')
    .execute();
  const ids = collectives.map(({ id }) => id);
  const sums = await sumCollectives(db, now);
  const batches = await lastBatches(db, now);
  const { items } = await readSchedule(db, undefined, now);
  const next = await nextPlans(db, items, now);
  const views = await energyViews(await sumsIn(zone), ids);
  const staleBefore = freshFrom(policy, 'sessions', now);
  return {
    collectives: ids.map((id) => {
      const { sessionsAt, ...counts } = sums.get(id) ?? noSums();
      const view = views.get(id);
      const isRead = Number.isFinite(sessionsAt);
      return {
        id,
        ...counts,
        lastBatch: batches.get(id) ?? null,
        next: next.get(id) ?? null,
        energy: view === undefined || !isRead ? null : shownEnergy(view, sessionsAt, staleBefore),
      };
    }),
    asOf: isoInstant(now),
  };
}
