import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { READ_RESOURCES } from '../../../contract/console/choices.ts';
import { NOT_BY_POLICY, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { readCounter, setCounter } from '../../../store/counters.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { RANK } from './rank.ts';

/** Name of the counter with a number for the current policy. */
const FOLLOWED = 'fleet-policy';
/** Records that are updated together. */
const AT_ONCE = 2000;

/** A number that is different for another policy. */
function numberOf(policy: FleetPolicy): number {
  const values = READ_RESOURCES.map((resource) => `${resource} ${policy[resource] ?? 'once'}`);
  return createHash('sha256').update(values.join()).digest().readUIntBE(0, 6);
}

/**
 * After a change of the policy, resources that it reads more often become due sooner. Costs nothing if the policy
 * is that of the last start.
 */
export async function followPolicy(db: Kysely<Store>, policy: FleetPolicy): Promise<void> {
  const number = numberOf(policy);
  if ((await readCounter(db, FOLLOWED)) === number) return;
  const times = READ_RESOURCES.flatMap((resource) => {
    const every = policy[resource];
    return every === null || every === NOT_BY_POLICY ? [] : [{ resource, every }];
  });
  const every = sql.join(
    times.map((each) => sql`when ${each.resource} then cast(${each.every} as bigint)`),
    sql` `,
  );
  const dueAt = sql<number>`read_at + case resource ${every} end`;
  let after: string | null = null;
  while (times.length > 0) {
    let records = db.selectFrom('fleet_reads').orderBy('entity_id').limit(AT_ONCE);
    if (after !== null) records = records.where('entity_id', '>', after);
    const last: string | undefined = (await records.select('entity_id').execute()).at(
      -1,
    )?.entity_id;
    if (last === undefined) break;
    let later = db
      .updateTable('fleet_reads')
      .set({ due_at: dueAt })
      .where('entity_id', '<=', last)
      .where(
        'resource',
        'in',
        times.map(({ resource }) => resource),
      )
      .where('rank', '=', RANK.policy)
      .where('message', 'is', null)
      .where('read_at', 'is not', null)
      .where('due_at', '>', dueAt);
    if (after !== null) later = later.where('entity_id', '>', after);
    await later.execute();
    after = last;
    await turn();
  }
  await setCounter(db, FOLLOWED, number);
}
