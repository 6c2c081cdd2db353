import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AllEntityFacts, EntityFacts } from '../../../contract/console/fleet-facts.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { chunks } from '../../directory/write.ts';
import { shownFacts } from './shown-facts.ts';

/** Rows that are read together; other requests have their turn in between. */
const PART = 500;

/** Facts of Entities by id; those of which nothing is known have none. @param now milliseconds since the epoch */
export async function factsOf(
  db: Kysely<Store>,
  ids: readonly string[],
  policy: FleetPolicy,
  now: number,
): Promise<Map<string, EntityFacts>> {
  const found = new Map<string, EntityFacts>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('fleet_facts')
      .where('entity_id', 'in', part)
      .selectAll()
      .execute();
    for (const row of rows) found.set(row.entity_id, shownFacts(row, policy, now));
  }
  return found;
}

/** The facts of all listed Entities. @param now milliseconds since the epoch */
export async function allEntityFacts(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
): Promise<AllEntityFacts> {
  const entities: AllEntityFacts['entities'] = [];
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('fleet_facts')
      .innerJoin('entities', 'entities.id', 'fleet_facts.entity_id')
      .where('fleet_facts.entity_id', '>', after)
      .orderBy('fleet_facts.entity_id')
      .limit(PART)
      .select('entities.archived')
      .selectAll('fleet_facts')
      .execute();
    for (const { archived, ...row } of rows) {
      if (archived === 0) {
        entities.push({ id: row.entity_id, facts: shownFacts(row, policy, now) });
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return { entities, asOf: isoInstant(now) };
    after = last.entity_id;
    await turn();
  }
}
