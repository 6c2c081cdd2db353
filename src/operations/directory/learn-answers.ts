import type { Kysely, Transaction } from 'kysely';
import type { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { foreignName } from '../../domain/foreign-label.ts';
import { groupBy } from '../../lib/group-by.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { dispatchesDue, takeDue } from '../dispatch/due-work.ts';
import { importDirectory } from './import.ts';
import { lockForMembers } from './lock-collectives.ts';
import { noteNamed, noteQuestions, writeMemberships } from './memberships.ts';
import { BATCH, OFFBOARDING, REMOVAL } from './sources.ts';

/** Dispatches that are learned from together. */
const TOGETHER = 20;

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
    .select(['intents.id', 'collective_id', 'intents.created_at', 'sent_commands.entity_id'])
    .execute();
  const collectives = new Set(rows.map((row) => row.collective_id));
  const entities = new Set(rows.map((row) => row.entity_id));
  await lockForMembers(trx, collectives);
  const unknown = await addUnknown(trx, entities, BATCH, now);
  for (const [toldBy, named] of groupBy(rows, (row) => row.id)) {
    for (const { collective_id: collectiveId, created_at: toldAt } of named.slice(0, 1)) {
      const entityIds = named.map((row) => row.entity_id);
      await noteNamed(trx, { collectiveId, entityIds, toldBy, toldAt }, now);
    }
  }
  return unknown;
}

/** More Entities than this never leave a Collective without an operator's confirmation. */
const MANY = 50;
/** Maximum stored length of properties; the interface sets no limit. */
const MAX_LENGTH = 256 * 1024;

/**
 * Applies the Service's answer to removing a member, the only one with a Collective: its custom
 * properties, and its name, type and owner unless an operator set them. Members missing from it are
 * removed; if there are too many, an operator must confirm. Entities in it that were not known
 * members are asked about. An answer without Entities changes no membership. Spec, "Collective".
 * @param now milliseconds since the epoch
 */
export async function learnMembership(
  db: Kysely<Store>,
  answer: Collective,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id, entities } = answer;
    if (entities !== null && (await learnRecord(trx, answer, entities, now))) {
      await followRemoval(trx, { id, named: new Set(entities) }, now);
    }
    const properties = answer.properties === undefined ? '' : JSON.stringify(answer.properties);
    if (properties === '' || properties.length > MAX_LENGTH) return;
    await trx
      .updateTable('collectives')
      .set({ properties, properties_at: now })
      .where('id', '=', id)
      .execute();
  });
}

/** Writes what the answer says of the Collective and its Entities. @returns false if it would have no name */
async function learnRecord(
  trx: Transaction<Store>,
  { id, name, type, owner }: Collective,
  entities: readonly string[],
  now: number,
): Promise<boolean> {
  const known = await trx
    .selectFrom('collectives')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirst();
  const document = DirectoryImport.safeParse({
    collectives: [
      { id, owner, type: foreignName(type, 100), name: foreignName(name, 200) ?? known?.name },
    ],
    entities: [...new Set(entities)].map((entityId) => ({ id: entityId })),
  });
  // A Collective without a name cannot be shown.
  if (!document.success) return false;
  await importDirectory(trx, document.data, REMOVAL, now);
  return true;
}

/** Removes members missing from the answer, or asks for confirmation; asks about strangers. */
async function followRemoval(
  trx: Transaction<Store>,
  { id, named }: { id: string; named: ReadonlySet<string> },
  now: number,
): Promise<void> {
  const members = await trx
    .selectFrom('memberships')
    .where('collective_id', '=', id)
    .selectAll()
    .execute();
  const gone = members.filter((row) => !named.has(row.entity_id));
  // The newer answer covers the whole Collective, so it replaces the question of an older one.
  await trx
    .deleteFrom('membership_questions')
    .where('collective_id', '=', id)
    .where('state', '=', 'missing')
    .execute();
  // Many, or more than half, is more than one person who leaves explains.
  if (gone.length > MANY || gone.length * 2 > members.length) {
    await noteQuestions(trx, gone, { state: 'missing', told_by: REMOVAL, told_at: now });
  } else {
    await writeMemberships(trx, { removed: gone });
  }
  const naming = { collectiveId: id, entityIds: named, toldBy: REMOVAL, toldAt: now };
  await noteNamed(trx, naming, now);
}

/**
 * Learns the ids of Entities from offboarding requests: the Entity itself and its components. Known
 * ones are unchanged. Spec, "Offboarding Request".
 * @param now milliseconds since the epoch
 * @returns number of new ones
 */
export async function learnOffboarding(
  db: Kysely<Store>,
  requests: readonly OffboardingRequest[],
  now: number,
): Promise<number> {
  const ids = requests.flatMap(({ data }) => [data?.id ?? [], data?.components ?? []].flat());
  return addUnknown(db, ids, OFFBOARDING, now);
}
