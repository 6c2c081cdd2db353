import type { Transaction } from 'kysely';
import { groupBy } from '../../lib/group-by.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { MembershipQuestionRow, MembershipRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { lockForMembers } from './lock-collectives.ts';

/** Rows that are written in one turn, before others have theirs. */
const PART_ROWS = 100;
const COLUMNS = ['collective_id', 'entity_id', 'source', 'known_at'] as const;

type Pair = Pick<MembershipRow, 'collective_id' | 'entity_id'>;

/** Deletes rows of pairs, Collective by Collective. */
async function remove(
  trx: Transaction<Store>,
  table: 'memberships' | 'membership_questions',
  pairs: readonly Pair[],
): Promise<void> {
  for (const [collectiveId, rows] of groupBy(pairs, (row) => row.collective_id)) {
    for await (const part of chunksInTurns(rows)) {
      await trx
        .deleteFrom(table)
        .where('collective_id', '=', collectiveId)
        .where(
          'entity_id',
          'in',
          part.map((row) => row.entity_id),
        )
        .execute();
    }
  }
}

/**
 * The only writer of memberships: locks their Collectives first, and ends what was to decide about them.
 * @param change `added` holds none that exists
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
  for await (const part of chunksInTurns(added, PART_ROWS)) {
    await insertRows(trx, 'memberships', COLUMNS, part);
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

/** Stores what was said of Entities and a Collective. @param pairs none of them has a question */
export async function noteQuestions(
  trx: Transaction<Store>,
  pairs: readonly Pair[],
  said: Omit<MembershipQuestionRow, keyof Pair>,
): Promise<void> {
  const columns = ['collective_id', 'entity_id', 'state', 'told_by', 'told_at'] as const;
  for await (const part of chunksInTurns(pairs, PART_ROWS)) {
    const rows = part.map(({ collective_id, entity_id }) => {
      return { collective_id, entity_id, ...said };
    });
    await insertRows(trx, 'membership_questions', columns, rows);
  }
}
