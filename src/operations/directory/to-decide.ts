import type { Kysely, Transaction } from 'kysely';
import type {
  MembershipDecision,
  MembershipQuestions,
  ToDecide,
} from '../../contract/console/membership.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../http/problems.ts';
import { groupBy } from '../../lib/group-by.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { lockForMembers } from './lock-collectives.ts';
import { endQuestions, keepOut, memberOf, writeMemberships } from './memberships.ts';
import { countMembers } from './read-directory.ts';
import { notInDirectory } from './record.ts';

/** What is open, by Collective, time and name. */
function questions(db: Kysely<Store>, collectiveId: string | undefined) {
  const open = db
    .selectFrom('membership_questions as q')
    .innerJoin('collectives', 'collectives.id', 'q.collective_id')
    .leftJoin('entities', 'entities.id', 'q.entity_id')
    .where('q.state', '!=', 'out')
    .where('collectives.archived', '=', 0);
  return (collectiveId === undefined ? open : open.where('q.collective_id', '=', collectiveId))
    .orderBy('collectives.name')
    .orderBy('q.collective_id')
    .orderBy('q.told_at')
    .orderBy('entities.sort_name')
    .orderBy('q.entity_id')
    .selectAll('q')
    .select(['collectives.name as of', 'entities.name', 'entities.type'])
    .execute();
}

type Question = Awaited<ReturnType<typeof questions>>[number];

const entityOf = ({ entity_id: entityId, name, type }: Question) => ({ entityId, name, type });

function questionsOf(rows: readonly Question[], members: number): MembershipQuestions[] {
  const [first] = rows;
  if (first === undefined) return [];
  const missing = rows.filter(({ state }) => state === 'missing');
  const [told] = missing;
  const leaving =
    told === undefined
      ? null
      : { toldAt: isoInstant(told.told_at), entities: missing.map(entityOf) };
  const named = rows
    .filter(({ state }) => state === 'named')
    .map((row) => ({ ...entityOf(row), toldAt: isoInstant(row.told_at) }));
  return [{ id: first.collective_id, name: first.of, members, named, leaving }];
}

/**
 * What a person has to decide about members, by Collective.
 * @param collectiveId only of this one
 * @param now milliseconds since the epoch
 */
export async function readToDecide(
  db: Kysely<Store>,
  collectiveId: string | undefined,
  now: number,
): Promise<ToDecide> {
  const collectives: MembershipQuestions[] = [];
  const rows = await questions(db, collectiveId);
  for (const [id, ofOne] of groupBy(rows, (row) => row.collective_id)) {
    collectives.push(...questionsOf(ofOne, await countMembers(db, id)));
  }
  return { collectives, asOf: isoInstant(now) };
}

/** The open rows that a decision is about. @throws Failure 409 if they differ from what was on screen */
async function decided(trx: Transaction<Store>, id: string, decision: MembershipDecision) {
  const rows = await trx
    .selectFrom('membership_questions')
    .where('collective_id', '=', id)
    .where('state', '=', 'entityIds' in decision ? 'named' : 'missing')
    .selectAll()
    .execute();
  const wanted = new Set('entityIds' in decision ? decision.entityIds : []);
  const found = 'entityIds' in decision ? rows.filter((row) => wanted.has(row.entity_id)) : rows;
  const isAsShown =
    'toldAt' in decision
      ? found.length > 0 && found.every((row) => row.told_at === Date.parse(decision.toldAt))
      : found.length === wanted.size;
  if (isAsShown) return found;
  throw failure(
    409,
    'changed_since',
    'Another answer has arrived since the page was read, or another operator has decided. Nothing was changed.',
  );
}

/**
 * Makes named Entities members or keeps them out; removes the members that an answer lacks or keeps them.
 * @param now milliseconds since the epoch
 * @returns the number of members before and after, for the audit log
 * @throws Failure 404 if the Collective is not known, 409 if the question has changed meanwhile
 */
export async function decideMembers(
  db: Kysely<Store>,
  id: string,
  decision: MembershipDecision,
  now: number,
): Promise<{ before: number; after: number }> {
  return inTransaction(db, async (trx) => {
    const known = trx.selectFrom('collectives').where('id', '=', id).select('id');
    if ((await known.executeTakeFirst()) === undefined) throw notInDirectory('collective', id);
    await lockForMembers(trx, [id]);
    const rows = await decided(trx, id, decision);
    const before = await countMembers(trx, id);
    if (decision.act === 'confirm') {
      await writeMemberships(trx, { added: rows.map((row) => memberOf(row, now)) });
    } else if (decision.act === 'dismiss') await keepOut(trx, rows, now);
    else if (decision.act === 'accept') await writeMemberships(trx, { removed: rows });
    else await endQuestions(trx, rows);
    return { before, after: await countMembers(trx, id) };
  });
}
