import type { Kysely, Transaction } from 'kysely';
import { groupBy } from '../../lib/group-by.ts';
import { chunks } from '../../store/chunks.ts';
import type { MembershipQuestionRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { dispatchesDue, takeDue } from '../dispatch/due-work.ts';
import { importDirectory } from './import.ts';
import { lockForMembers } from './lock-collectives.ts';
import { noteQuestions, writeMemberships } from './memberships.ts';
import { BATCH, REMOVAL } from './only-told.ts';

/** Dispatches that are learned from together. */
const TOGETHER = 20;

/** An answer that named Entities for a Collective, of which some may be no members. */
export interface Naming {
  collectiveId: string;
  entityIds: readonly string[];
  /** The dispatch that was answered, or REMOVAL. */
  toldBy: string;
  /** Milliseconds since the epoch. */
  toldAt: number;
}

/** The membership of an Entity that an answer named. */
export function memberOf(
  { collective_id, entity_id, told_by }: MembershipQuestionRow,
  now: number,
) {
  const source = told_by === REMOVAL ? REMOVAL : BATCH;
  return { collective_id, entity_id, source, known_at: now };
}

/**
 * Adds Entities that the directory does not have, with nothing but their id.
 * @returns their number
 */
export async function addUnknown(
  db: Kysely<Store>,
  ids: Iterable<string>,
  source: string,
  now: number,
): Promise<number> {
  const unknown = new Set(ids);
  for (const part of chunks([...unknown])) {
    const rows = await db.selectFrom('entities').where('id', 'in', part).select('id').execute();
    for (const { id } of rows) unknown.delete(id);
  }
  if (unknown.size === 0) return 0;
  const entities = [...unknown].map((id) => ({ id, name: null, type: null, brand: null }));
  await importDirectory(db, { collectives: [], entities }, source, now);
  return unknown.size;
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
    const known = new Set([...members, ...asked].map((row) => row.entity_id));
    const isSecond = (row: MembershipQuestionRow) =>
      row.state === 'named' && (row.told_by !== toldBy || toldBy === REMOVAL);
    await writeMemberships(trx, {
      added: asked.filter(isSecond).map((row) => memberOf({ ...row, told_by: toldBy }, now)),
    });
    const strangers = part
      .filter((id) => !known.has(id))
      .map((id) => ({ collective_id: collectiveId, entity_id: id }));
    await noteQuestions(trx, strangers, { state: 'named', told_by: toldBy, told_at: toldAt });
  }
}

/**
 * Learns the Entities in the answer to a batch that were not known members of its Collective. One
 * answer makes them known, not members: see `noteNamed`.
 * @param now milliseconds since the epoch
 * @returns number of new Entities
 */
export async function learnBatches(db: Kysely<Store>, now: number): Promise<number> {
  let unknown = 0;
  for (;;) {
    const due = await dispatchesDue(db, 'directory', TOGETHER);
    if (due.length === 0) return unknown;
    unknown += await db.transaction().execute((trx) => learnFrom(trx, due, now));
  }
}

async function learnFrom(trx: Transaction<Store>, ids: readonly string[], now: number) {
  await takeDue(trx, 'directory', ids);
  const rows = await trx
    .selectFrom('sent_commands')
    .innerJoin('intents', 'intents.id', 'sent_commands.dispatch_id')
    .where('sent_commands.dispatch_id', 'in', ids)
    .where('sent_commands.member', '=', 0)
    .orderBy('intents.created_at')
    .orderBy('intents.id')
    .select([
      'intents.id',
      'intents.collective_id',
      'intents.created_at',
      'sent_commands.entity_id',
    ])
    .execute();
  const [collectives, entities] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    collectives.add(row.collective_id);
    entities.add(row.entity_id);
  }
  await lockForMembers(trx, collectives);
  const unknown = await addUnknown(trx, entities, BATCH, now);
  for (const [toldBy, named] of groupBy(rows, (row) => row.id)) {
    const [first] = named;
    if (first === undefined) continue;
    const { collective_id: collectiveId, created_at: toldAt } = first;
    const entityIds = named.map((row) => row.entity_id);
    await noteNamed(trx, { collectiveId, entityIds, toldBy, toldAt }, now);
  }
  return unknown;
}
