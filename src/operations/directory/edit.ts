import type { Kysely, Transaction } from 'kysely';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { DirectoryKind, EntityEdit } from '../../contract/console/directory-changes.ts';
import { keysOf } from '../../lib/objects.ts';
import { failure, invalid } from '../../http/problems.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory } from './import.ts';
import { keepOut, writeMemberships } from './memberships.ts';
import { collectivesOf } from './read-directory.ts';
import {
  ARCHIVED,
  NOUNS,
  notInDirectory,
  OTHER_WORLD,
  readRecords,
  tagsText,
  type StoredRecord,
} from './record.ts';
import { writeRecords } from './write-records.ts';

async function findRecord(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  id: string,
): Promise<StoredRecord | null> {
  const record = (await readRecords(trx, kind, [id])).get(id) ?? null;
  return record !== null && (record.archived & OTHER_WORLD) === 0 ? record : null;
}

async function requireCollectives(trx: Transaction<Store>, ids: readonly string[]): Promise<void> {
  const known = await readRecords(trx, 'collective', ids);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) {
    throw invalid('collectives', `The Collective ${missing} is not in the directory.`);
  }
}

/**
 * Adds one Collective or Entity by its id.
 * @param document holds that one record
 * @param now milliseconds since the epoch
 * @throws Failure 409 if it is known already, 400 if one of its Collectives is not known
 */
export async function addRecord(
  db: Kysely<Store>,
  kind: DirectoryKind,
  document: Partial<DirectoryImport>,
  now: number,
): Promise<void> {
  const whole: DirectoryImport = { collectives: [], entities: [], ...document };
  const [row] = [...whole.collectives, ...whole.entities];
  if (row === undefined) throw invalid('id', 'There is nothing to add.');
  await inTransaction(db, async (trx) => {
    const known = await findRecord(trx, kind, row.id);
    if (known !== null) {
      const name = known.name === null ? '' : `, as “${known.name}”`;
      const archived = (known.archived & ARCHIVED) === 0 ? '' : ' It is archived.';
      throw failure(
        409,
        'already_known',
        `The ${NOUNS[kind]} ${row.id} is in the directory already${name}.${archived}`,
      );
    }
    await requireCollectives(
      trx,
      whole.entities.flatMap((entity) => entity.collectives ?? []),
    );
    await importDirectory(trx, whole, 'typed', now);
  });
}

/** The names of an Entity's Collectives before and after a change, for the audit log. */
export interface MembershipsChanged {
  before: string[];
  after: string[];
}

async function changeMemberships(
  trx: Transaction<Store>,
  entityId: string,
  collectives: readonly string[],
  now: number,
): Promise<MembershipsChanged> {
  // Memberships of unlisted Collectives were not on screen: they are unchanged.
  const listed = async () => (await collectivesOf(trx, [{ id: entityId }]))(entityId);
  const pair = (id: string) => ({ collective_id: id, entity_id: entityId });
  const before = await listed();
  await requireCollectives(trx, collectives);
  const gone = before.filter(({ id }) => !collectives.includes(id));
  await keepOut(
    trx,
    gone.map(({ id }) => pair(id)),
    now,
  );
  const added = collectives.filter((id) => !before.some((known) => known.id === id));
  await writeMemberships(trx, {
    added: added.map((id) => ({ ...pair(id), source: 'typed', known_at: now })),
  });
  const names = (of: typeof before) => of.map(({ name }) => name);
  return { before: names(before), after: names(await listed()) };
}

/**
 * Edits or archives a record of the directory. It is the operator's from then on: what the Service or a world says
 * later only fills what is empty.
 * @param now milliseconds since the epoch
 * @returns how its Collectives changed; null: they were not to change
 * @throws Failure 404 if it is not known, 400 if a Collective is not
 */
export async function editRecord(
  db: Kysely<Store>,
  { kind, id }: { kind: DirectoryKind; id: string },
  { name, type, brand, place, note, tags, archived, collectives }: EntityEdit,
  now: number,
): Promise<MembershipsChanged | null> {
  return inTransaction(db, async (trx) => {
    const old = await findRecord(trx, kind, id);
    if (old === null) throw notInDirectory(kind, id);
    const record: StoredRecord = { ...old, known_at: now };
    const texts = { name, type, brand, place, note, tags: tags && tagsText(tags) };
    for (const field of keysOf(texts)) {
      const text = texts[field];
      if (text === undefined || (text || null) === old[field]) continue;
      record[field] = text || null;
      record.edited = 1;
    }
    if (archived !== undefined) record.archived = archived ? ARCHIVED : 0;
    await writeRecords(trx, kind, [{ before: old, after: record }]);
    return collectives === undefined ? null : changeMemberships(trx, id, collectives, now);
  });
}
