import type { Kysely } from 'kysely';
import type { EntityFacts, EntityFactsPart } from '../../../contract/console/entity-facts.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { shownFacts } from './shown-facts.ts';

/** Rows per part: others have their turn in between. */
const PART = 1000;

/** Facts of Entities by id; those without known data are absent. @param now milliseconds since the epoch */
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

/**
 * A part of the facts of all listed Entities, without their days.
 * @param after the last Entity of the part before
 * @param now milliseconds since the epoch
 */
export async function partOfFacts(
  db: Kysely<Store>,
  after: string | undefined,
  policy: FleetPolicy,
  now: number,
): Promise<EntityFactsPart> {
  const rows = await db
    .selectFrom('fleet_facts')
    .innerJoin('entities', 'entities.id', 'fleet_facts.entity_id')
    .where('fleet_facts.entity_id', '>', after ?? '')
    .orderBy('fleet_facts.entity_id')
    .limit(PART)
    .select('entities.archived')
    .selectAll('fleet_facts')
    .execute();
  return {
    entities: rows.flatMap(({ archived, ...row }) =>
      archived === 0
        ? [{ id: row.entity_id, facts: shownFacts({ ...row, days: '' }, policy, now) }]
        : [],
    ),
    next: rows.length < PART ? null : (rows.at(-1)?.entity_id ?? null),
    asOf: isoInstant(now),
  };
}
