import type { Kysely, Transaction } from 'kysely';
import { z } from '../../contract/zod.ts';
import type {
  LeavingDecision,
  MembershipNews,
  Sighting,
  SightingDecision,
  SightingState,
} from '../../contract/console/membership.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../http/problems.ts';
import { chunks } from '../../store/chunks.ts';
import type { MembershipSightingRow } from '../../store/schema/directory-schema.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { writeMemberships } from './import.ts';
import { joinCollective } from './sightings.ts';

const State = z.enum(['pending', 'joined', 'dismissed']);

/**
 * The current state of a sighting, or null if it is not shown: the Entity is a member for another
 * reason, or no answer has named it.
 */
function stateNow(
  row: Pick<MembershipSightingRow, 'state' | 'batches' | 'removals'>,
  isMember: boolean,
): SightingState | null {
  if (row.batches + row.removals === 0) return null;
  const state = State.parse(row.state);
  if (isMember) return state === 'joined' ? 'joined' : null;
  // A former joiner that is no longer a member was removed by an import or by the Service.
  return state === 'joined' ? 'dismissed' : state;
}

function sightingRows(db: Kysely<Store>, collectiveId: string) {
  return db
    .selectFrom('membership_sightings as s')
    .leftJoin('entities', 'entities.id', 's.entity_id')
    .leftJoin('memberships as m', (join) =>
      join
        .onRef('m.collective_id', '=', 's.collective_id')
        .onRef('m.entity_id', '=', 's.entity_id'),
    )
    .where('s.collective_id', '=', collectiveId)
    .orderBy('s.first_seen_at')
    .orderBy('s.entity_id')
    .selectAll('s')
    .select(['entities.name', 'entities.type', 'm.entity_id as member_id']);
}

async function readSightings(db: Kysely<Store>, collectiveId: string): Promise<Sighting[]> {
  const rows = await sightingRows(db, collectiveId).execute();
  return rows.flatMap((row) => {
    const state = stateNow(row, row.member_id !== null);
    if (state === null) return [];
    return {
      entityId: row.entity_id,
      name: row.name,
      type: row.type,
      state,
      batches: row.batches,
      removals: row.removals,
      firstSeenAt: isoInstant(row.first_seen_at),
      lastSeenAt: isoInstant(row.last_seen_at),
      decided:
        row.decided_at === null ? null : { at: isoInstant(row.decided_at), by: row.decided_by },
    };
  });
}

/** Current members missing from the last answer, with its time. */
function leavingRows(db: Kysely<Store>, collectiveId: string) {
  return db
    .selectFrom('membership_leavings as l')
    .innerJoin('memberships as m', (join) =>
      join
        .onRef('m.collective_id', '=', 'l.collective_id')
        .onRef('m.entity_id', '=', 'l.entity_id'),
    )
    .leftJoin('entities', 'entities.id', 'l.entity_id')
    .where('l.collective_id', '=', collectiveId)
    .orderBy('entities.name')
    .orderBy('l.entity_id')
    .selectAll('m')
    .select(['l.told_at', 'entities.name', 'entities.type']);
}

async function readLeaving(
  db: Kysely<Store>,
  collectiveId: string,
): Promise<MembershipNews['leaving']> {
  const rows = await leavingRows(db, collectiveId).execute();
  const [first] = rows;
  if (first === undefined) return null;
  const members = await db
    .selectFrom('memberships')
    .where('collective_id', '=', collectiveId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    toldAt: isoInstant(first.told_at),
    entities: rows.map(({ entity_id: entityId, name, type }) => ({ entityId, name, type })),
    members: members.count,
  };
}

async function requireCollective(db: Kysely<Store>, id: string): Promise<void> {
  const row = await db
    .selectFrom('collectives')
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  if (row === undefined) {
    throw failure(404, 'not_found', `The Collective ${id} is not in the directory.`);
  }
}

/**
 * The Service's answers about membership of a Collective.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the Collective is not in the directory
 */
export async function readMembershipNews(
  db: Kysely<Store>,
  id: string,
  now: number,
): Promise<MembershipNews> {
  await requireCollective(db, id);
  return {
    sightings: await readSightings(db, id),
    leaving: await readLeaving(db, id),
    asOf: isoInstant(now),
  };
}

const FROM: Readonly<Record<SightingDecision['act'], readonly SightingState[]>> = {
  confirm: ['pending', 'dismissed'],
  dismiss: ['pending'],
  undo: ['joined'],
};

/** The sightings of a decision. @throws Failure 409 if one differs from what was on screen */
async function decidable(
  trx: Transaction<Store>,
  id: string,
  { entityIds, act }: SightingDecision,
) {
  const wanted = new Set(entityIds);
  const all = await sightingRows(trx, id).execute();
  const rows = all.filter((row) => {
    const state = stateNow(row, row.member_id !== null);
    return wanted.has(row.entity_id) && state !== null && FROM[act].includes(state);
  });
  if (rows.length < wanted.size) {
    throw failure(
      409,
      'changed_since',
      'What is known of these Entities has changed since the page was read. Nothing was changed.',
    );
  }
  return rows;
}

/**
 * Makes sighted Entities members of a Collective, keeps them out, or removes them again.
 * @param by the operator, and the time in milliseconds since the epoch
 * @throws Failure 404 if the Collective is not known, 409 if a sighting has changed meanwhile
 */
export async function decideSightings(
  db: Kysely<Store>,
  id: string,
  decision: SightingDecision,
  by: { name: string; now: number },
): Promise<void> {
  await requireCollective(db, id);
  await inTransaction(db, async (trx) => {
    const rows = await decidable(trx, id, decision);
    const { act } = decision;
    if (act === 'confirm') await joinCollective(trx, rows, by.now);
    if (act === 'undo') {
      await writeMemberships(
        trx,
        rows.map(({ collective_id, entity_id, source }) => ({
          before: { collective_id, entity_id, source, known_at: by.now },
          after: null,
        })),
      );
    }
    const state = act === 'confirm' ? 'joined' : 'dismissed';
    for (const part of chunks(rows.map((row) => row.entity_id))) {
      await trx
        .updateTable('membership_sightings')
        .set({ state, decided_at: by.now, decided_by: by.name })
        .where('collective_id', '=', id)
        .where('entity_id', 'in', part)
        .execute();
    }
  });
}

/**
 * Removes the members missing from an answer, or keeps them.
 * @throws Failure 404 if the Collective is not known, 409 if the question has changed meanwhile
 */
export async function decideLeaving(
  db: Kysely<Store>,
  id: string,
  { toldAt, act }: LeavingDecision,
): Promise<void> {
  await requireCollective(db, id);
  await inTransaction(db, async (trx) => {
    const rows = await leavingRows(trx, id).execute();
    if (rows.length === 0 || rows.some((row) => row.told_at !== Date.parse(toldAt))) {
      throw failure(
        409,
        'changed_since',
        'Another answer has arrived since the page was read, or another operator has decided. Nothing was changed.',
      );
    }
    if (act === 'accept') {
      await writeMemberships(
        trx,
        rows.map(({ collective_id, entity_id, source, known_at }) => ({
          before: { collective_id, entity_id, source, known_at },
          after: null,
        })),
      );
    }
    await trx.deleteFrom('membership_leavings').where('collective_id', '=', id).execute();
  });
}
