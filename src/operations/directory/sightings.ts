import type { Transaction } from 'kysely';
import type { MembershipSightingRow, Store } from '../../store/schema/schema.ts';
import { planImport, tellerOf, writeMemberships, writePlan } from './import.ts';
import { chunks } from './write.ts';

/** How many answers have to name an Entity until it belongs to the Collective by itself. */
const JOINS_AFTER = 2;

/** An answer named an Entity for a Collective that it is no known member of. */
export interface Seen {
  collectiveId: string;
  entityId: string;
  /** `batch` or `answer:delete-member`. */
  source: string;
  /** Batches whose answer named it, of all times; null: this answer was none to a dispatch. */
  batches: number | null;
  /** When it was first and last named, in milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
}

/** Source of what an operator said before any answer did. */
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

/** Stores a sighting, in place of what was stored of the same Entity in the same Collective. */
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
  // What became a member in another way since is no news.
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
 * Takes note of Entities that answers named for a Collective and that are no known members of it. Only
 * what was named by two answers joins by itself, and never what an operator kept or took out.
 * @param now milliseconds since the epoch
 * @returns how many of the Entities the directory did not know
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
    const teller = tellerOf(source, now);
    await writePlan(trx, await planImport(trx, { collectives: [], entities }, teller), teller);
  }
  for (const seen of sightings) await noteOne(trx, seen, now);
  return ids.length - present.size;
}

/**
 * Keeps Entities out of a Collective that an operator took out of it: answers do not bring them back.
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
