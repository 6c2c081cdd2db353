import type { Transaction } from 'kysely';
import { groupBy } from '../../lib/group-by.ts';
import { chunks, chunksInTurns } from '../../store/chunks.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { MembershipQuestionRow, MembershipRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { lockForMembers } from './lock-collectives.ts';
import { BATCH, REMOVAL } from './sources.ts';

/** Rows that are written in one turn, before others have theirs. */
const TURN_ROWS = 100;

type Pair = Pick<MembershipRow, 'collective_id' | 'entity_id'>;

/** Deletes rows of pairs, Collective by Collective. */
async function remove(
  trx: Transaction<Store>,
  table: 'memberships' | 'membership_questions',
  pairs: readonly Pair[],
): Promise<void> {
  for (const [collectiveId, rows] of groupBy(pairs, (row) => row.collective_id)) {
    const ids = rows.map((row) => row.entity_id);
    for await (const part of chunksInTurns(ids)) {
      const of = trx.deleteFrom(table).where('collective_id', '=', collectiveId);
      await of.where('entity_id', 'in', part).execute();
    }
  }
}

/**
 * The only writer of memberships: locks their Collectives first, and ends what was to decide about them. What is
 * added and exists already stays as it is.
 */
export async function writeMemberships(
  trx: Transaction<Store>,
  { added = [], removed = [] }: { added?: readonly MembershipRow[]; removed?: readonly Pair[] },
): Promise<void> {
  const pairs = [...removed, ...added];
  await lockForMembers(
    trx,
    pairs.map((row) => row.collective_id),
  );
  await remove(trx, 'membership_questions', pairs);
  await remove(trx, 'memberships', removed);
  const columns = ['collective_id', 'entity_id', 'source', 'known_at'] as const;
  const conflict = 'on conflict (collective_id, entity_id) do nothing';
  for await (const part of chunksInTurns(added, TURN_ROWS)) {
    await insertRows(trx, 'memberships', columns, part, conflict);
  }
}

/** Ends what was to decide about pairs; their memberships stay as they are. */
export const endQuestions = (trx: Transaction<Store>, pairs: readonly Pair[]): Promise<void> =>
  remove(trx, 'membership_questions', pairs);

/** Stores what was said of Entities and a Collective. @param pairs none of them has a question */
export async function noteQuestions(
  trx: Transaction<Store>,
  pairs: readonly Pair[],
  said: Omit<MembershipQuestionRow, keyof Pair>,
): Promise<void> {
  const columns = ['collective_id', 'entity_id', 'state', 'told_by', 'told_at'] as const;
  for await (const part of chunksInTurns(pairs, TURN_ROWS)) {
    const rows = part.map(({ collective_id, entity_id }) => {
      return { collective_id, entity_id, ...said };
    });
    await insertRows(trx, 'membership_questions', columns, rows);
  }
}

/**
 * Keeps Entities out of a Collective that an operator took out or never wanted in: no answer adds them again.
 * @param now milliseconds since the epoch
 */
export async function keepOut(
  trx: Transaction<Store>,
  pairs: readonly Pair[],
  now: number,
): Promise<void> {
  await writeMemberships(trx, { removed: pairs });
  await noteQuestions(trx, pairs, { state: 'out', told_by: 'typed', told_at: now });
}

/** The membership of an Entity that an answer named. @param now milliseconds since the epoch */
export function memberOf(
  { collective_id, entity_id, told_by }: MembershipQuestionRow,
  now: number,
): MembershipRow {
  const source = told_by === REMOVAL ? REMOVAL : BATCH;
  return { collective_id, entity_id, source, known_at: now };
}

/** An answer that named Entities for a Collective, of which some may be no members. */
interface Naming {
  collectiveId: string;
  entityIds: Iterable<string>;
  /** The dispatch that was answered, or REMOVAL. */
  toldBy: string;
  /** Milliseconds since the epoch. */
  toldAt: number;
}

/**
 * Asks a person about Entities that an answer named for a Collective and that are no members. Those that a second
 * answer names join by themselves, but never those that an operator took or left out.
 * @param now milliseconds since the epoch
 */
export async function noteNamed(
  trx: Transaction<Store>,
  { collectiveId, entityIds, toldBy, toldAt }: Naming,
  now: number,
): Promise<void> {
  await lockForMembers(trx, [collectiveId]);
  for (const part of chunks([...new Set(entityIds)])) {
    const members = await trx
      .selectFrom('memberships')
      .where('collective_id', '=', collectiveId)
      .where('entity_id', 'in', part)
      .select('entity_id')
      .execute();
    const asked = await trx
      .selectFrom('membership_questions')
      .where('collective_id', '=', collectiveId)
      .where('entity_id', 'in', part)
      .selectAll()
      .execute();
    const isSecond = (row: MembershipQuestionRow) =>
      row.state === 'named' && (row.told_by !== toldBy || toldBy === REMOVAL);
    await writeMemberships(trx, {
      added: asked.filter(isSecond).map((row) => memberOf({ ...row, told_by: toldBy }, now)),
    });
    const known = new Set([...members, ...asked].map((row) => row.entity_id));
    const strangers = part.filter((id) => !known.has(id));
    const pairs = strangers.map((id) => ({ collective_id: collectiveId, entity_id: id }));
    await noteQuestions(trx, pairs, { state: 'named', told_by: toldBy, told_at: toldAt });
  }
}
