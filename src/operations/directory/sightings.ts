import type { Transaction } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import type { MembershipSightingRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { planImport, authorOf, writeMemberships, writePlan } from './import.ts';

/** Number of answers that must name an Entity before it joins the Collective automatically. */
const JOINS_AFTER = 2;

/** An answer named an Entity for a Collective of which it is not a known member. */
export interface Seen {
  collectiveId: string;
  entityId: string;
  /** `batch` or `answer:delete-member`. */
  source: string;
  /** All batches so far whose answer named it; null: this was not an answer to a dispatch. */
  batches: number | null;
  /** When it was first and last named, in milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
}

/** Source of an operator's decision before any answer. */
const BY_HAND = 'typed';

async function known(trx: Transaction<Store>, { collectiveId, entityId }: Seen) {
  return trx
    .selectFrom('membership_sightings')
    .where('collective_id', '=', collectiveId)
    .where('entity_id', '=', entityId)
    .selectAll()
    .executeTakeFirst();
}

async function isMember(trx: Transaction<Store>, { collectiveId, entityId }: Seen) {
  const row = await trx
    .selectFrom('memberships')
    .where('collective_id', '=', collectiveId)
    .where('entity_id', '=', entityId)
    .select('entity_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a sighting, replacing an earlier one of the same Entity in the same Collective. */
async function write(trx: Transaction<Store>, row: MembershipSightingRow): Promise<void> {
  const { collective_id: _collective, entity_id: _entity, ...rest } = row;
  await trx
    .insertInto('membership_sightings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['collective_id', 'entity_id']).doUpdateSet(rest))
    .execute();
}

async function noteOne(trx: Transaction<Store>, seen: Seen, now: number): Promise<void> {
  const old = await known(trx, seen);
  const member = await isMember(trx, seen);
  // Left out if it has become a member in another way since.
  if (old === undefined && member) return;
  const row: MembershipSightingRow = {
    collective_id: seen.collectiveId,
    entity_id: seen.entityId,
    source: old === undefined || old.source === BY_HAND ? seen.source : old.source,
    state: old?.state ?? 'pending',
    batches: seen.batches ?? old?.batches ?? 0,
    removals: (old?.removals ?? 0) + (seen.batches === null ? 1 : 0),
    first_seen_at: Math.min(old?.first_seen_at ?? seen.firstAt, seen.firstAt),
    last_seen_at: Math.max(old?.last_seen_at ?? seen.lastAt, seen.lastAt),
    decided_at: old?.decided_at ?? null,
    decided_by: old?.decided_by ?? null,
  };
  const joins = !member && row.state === 'pending' && row.batches + row.removals >= JOINS_AFTER;
  await write(trx, joins ? { ...row, state: 'joined', decided_at: now, decided_by: null } : row);
  if (joins) await joinCollective(trx, [row], now);
}

/** Makes Entities members; none of them may be one already. */
export async function joinCollective(
  trx: Transaction<Store>,
  rows: readonly Pick<MembershipSightingRow, 'collective_id' | 'entity_id' | 'source'>[],
  now: number,
): Promise<void> {
  await writeMemberships(
    trx,
    rows.map(({ collective_id, entity_id, source }) => ({
      before: null,
      after: { collective_id, entity_id, source, known_at: now },
    })),
  );
}

/**
 * Records Entities that answers named for a Collective of which they are not known members. Only those
 * named by two answers join automatically, and never those that an operator kept out or removed.
 * @param now milliseconds since the epoch
 * @returns how many of the Entities were not in the directory
 */
export async function noteSightings(
  trx: Transaction<Store>,
  sightings: readonly Seen[],
  now: number,
): Promise<number> {
  const ids = [...new Set(sightings.map(({ entityId }) => entityId))];
  const present = new Set<string>();
  for (const part of chunks(ids)) {
    const rows = await trx.selectFrom('entities').where('id', 'in', part).select('id').execute();
    for (const { id } of rows) present.add(id);
  }
  const bySource = new Map<string, Set<string>>();
  for (const { entityId, source } of sightings) {
    if (!present.has(entityId)) {
      bySource.set(source, (bySource.get(source) ?? new Set()).add(entityId));
    }
  }
  for (const [source, unknown] of bySource) {
    const entities = [...unknown].map((id) => ({ id, name: null, type: null, brand: null }));
    const author = authorOf(source, now);
    await writePlan(trx, await planImport(trx, { collectives: [], entities }, author));
  }
  for (const seen of sightings) await noteOne(trx, seen, now);
  return ids.length - present.size;
}

/**
 * Keeps Entities out of a Collective after an operator removed them: answers do not add them again.
 * @param now milliseconds since the epoch
 */
export async function keepOut(
  trx: Transaction<Store>,
  rows: readonly { collective_id: string; entity_id: string }[],
  now: number,
): Promise<void> {
  for (const { collective_id, entity_id } of rows) {
    const state = { state: 'dismissed', decided_at: now, decided_by: null };
    await trx
      .insertInto('membership_sightings')
      .values({
        collective_id,
        entity_id,
        source: BY_HAND,
        batches: 0,
        removals: 0,
        first_seen_at: now,
        last_seen_at: now,
        ...state,
      })
      .onConflict((conflict) => conflict.columns(['collective_id', 'entity_id']).doUpdateSet(state))
      .execute();
  }
}
