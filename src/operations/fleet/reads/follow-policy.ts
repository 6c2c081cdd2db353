import { sql, type Kysely } from 'kysely';
import { READ_RESOURCES } from '../../../contract/console/choices.ts';
import { NOT_BY_POLICY, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { RANK } from './read-records.ts';

/** At the start, resources that the policy reads more often than before become due sooner. */
export async function followPolicy(db: Kysely<Store>, policy: FleetPolicy): Promise<void> {
  for (const resource of READ_RESOURCES) {
    const every = policy[resource];
    if (every === null || every === NOT_BY_POLICY) continue;
    const dueAt = sql<number>`read_at + cast(${every} as bigint)`;
    // Found by an index.
    await db
      .updateTable('fleet_reads')
      .set({ due_at: dueAt })
      .where('resource', '=', resource)
      .where('tries', '=', 0)
      .where('due_at', '>', dueAt)
      .where('rank', '=', RANK.policy)
      .execute();
  }
}
