import type { Kysely, Transaction } from 'kysely';
import { z } from '../../contract/zod.ts';
import { DIRECTORY_FIELDS, DIRECTORY_KINDS } from '../../contract/console/choices.ts';
import type { DirectoryKind, ImportRecord } from '../../contract/console/directory-changes.ts';
import { failure } from '../../bff/http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { fromJson, fromNullableJson } from '../../store/json.ts';
import type { MembershipRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { claimUndo } from './imports.ts';
import { writeMemberships, type MembershipChange } from './import.ts';
import { originOf, sameThing, type Thing } from './thing.ts';
import { knownThings, writeThings } from './write.ts';
import { unrecorded, type AddDone } from '../audit/audit.ts';

const StoredThing = z.object({
  kind: z.enum(DIRECTORY_KINDS),
  id: z.string(),
  fields: z.record(z.enum(DIRECTORY_FIELDS), z.string().nullable()),
  origins: z.partialRecord(z.enum(DIRECTORY_FIELDS), z.enum(['fact', 'import', 'typed'])),
  source: z.string(),
  knownAt: z.number(),
  archived: z.number(),
});

const StoredMembership = z.object({
  collective_id: z.string(),
  entity_id: z.string(),
  source: z.string(),
  known_at: z.number(),
});

/** Maximum number of records listed in a refusal. */
const NAMED = 3;

interface Step {
  before: Thing | null;
  after: Thing;
}

async function readSteps(trx: Transaction<Store>, importId: string, kind: DirectoryKind) {
  const rows = await trx
    .selectFrom('directory_import_rows')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .select(['before', 'after'])
    .execute();
  return rows.flatMap(({ before, after }): Step[] =>
    after === null
      ? []
      : [{ before: fromNullableJson(StoredThing, before), after: fromJson(StoredThing, after) }],
  );
}

async function readMemberships(
  trx: Transaction<Store>,
  importId: string,
): Promise<MembershipChange[]> {
  const rows = await trx
    .selectFrom('directory_import_rows')
    .where('import_id', '=', importId)
    .where('kind', '=', 'membership')
    .select(['before', 'after'])
    .execute();
  return rows.map(({ before, after }) => ({
    before: fromNullableJson(StoredMembership, before),
    after: fromNullableJson(StoredMembership, after),
  }));
}

function labelOf(thing: Thing): string {
  return thing.fields.name ?? thing.id;
}

/** Records that were changed after the import. */
async function changedThings(trx: Transaction<Store>, kind: DirectoryKind, steps: readonly Step[]) {
  const present = await knownThings(
    trx,
    kind,
    steps.map(({ after }) => after.id),
  );
  return steps.flatMap(({ after }) => {
    const now = present.get(after.id);
    const same =
      now !== undefined &&
      sameThing(now, after) &&
      DIRECTORY_FIELDS.every((field) => originOf(now, field) === originOf(after, field));
    return same ? [] : [labelOf(after)];
  });
}

/** Records added by the import that history or other memberships refer to since. */
async function usedThings(
  trx: Transaction<Store>,
  added: Readonly<Record<DirectoryKind, readonly Thing[]>>,
  own: ReadonlySet<string>,
): Promise<string[]> {
  const used: string[] = [];
  for await (const part of chunksInTurns(added.collective)) {
    const ids = part.map(({ id }) => id);
    const rows = await trx
      .selectFrom('intents')
      .where('collective_id', 'in', ids)
      .select('collective_id as id')
      .execute();
    const members = await trx
      .selectFrom('memberships')
      .where('collective_id', 'in', ids)
      .selectAll()
      .execute();
    used.push(...labels(part, [...rows, ...foreign(members, own, 'collective_id')]));
  }
  for await (const part of chunksInTurns(added.entity)) {
    const ids = part.map(({ id }) => id);
    const rows = await trx
      .selectFrom('commands')
      .where('entity_id', 'in', ids)
      .select('entity_id as id')
      .execute();
    const members = await trx
      .selectFrom('memberships')
      .where('entity_id', 'in', ids)
      .selectAll()
      .execute();
    used.push(...labels(part, [...rows, ...foreign(members, own, 'entity_id')]));
  }
  return used;
}

function membershipKey(row: MembershipRow): string {
  return `${row.collective_id} ${row.entity_id}`;
}

function foreign(
  rows: readonly MembershipRow[],
  own: ReadonlySet<string>,
  side: 'collective_id' | 'entity_id',
): { id: string }[] {
  return rows.filter((row) => !own.has(membershipKey(row))).map((row) => ({ id: row[side] }));
}

function labels(things: readonly Thing[], rows: readonly { id: string }[]): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  return things.filter(({ id }) => ids.has(id)).map(labelOf);
}

/** Memberships that have changed since the import. */
async function changedMemberships(trx: Transaction<Store>, changes: readonly MembershipChange[]) {
  const collectives = [
    ...new Set(changes.flatMap(({ before, after }) => (after ?? before)?.collective_id ?? [])),
  ];
  const present = new Set<string>();
  for await (const part of chunksInTurns(collectives)) {
    const rows = await trx
      .selectFrom('memberships')
      .where('collective_id', 'in', part)
      .selectAll()
      .execute();
    for (const row of rows) present.add(membershipKey(row));
  }
  const changed = changes.filter(({ before, after }) =>
    after === null
      ? before !== null && present.has(membershipKey(before))
      : !present.has(membershipKey(after)),
  );
  return changed.length === 0 ? [] : ['the membership of a Collective'];
}

function refuse(reasons: readonly string[], what: string): void {
  if (reasons.length === 0) return;
  const named = reasons.slice(0, NAMED).join(', ');
  const more = reasons.length > NAMED ? ` and ${reasons.length - NAMED} more` : '';
  throw failure(
    409,
    'changed_since',
    `The import cannot be undone: ${named}${more} ${what}. Nothing was changed.`,
  );
}

/**
 * Undoes the last import, completely or not at all: added records are removed, changed ones restored.
 * @param now milliseconds since the epoch
 * @throws Failure 409 with a message if a record of it was changed or used since
 */
export async function undoImport(
  db: Kysely<Store>,
  id: string,
  now: number,
  done: AddDone = unrecorded,
): Promise<ImportRecord> {
  return db.transaction().execute(async (trx) => {
    const record = await claimUndo(trx, id, now);
    const steps = {
      collective: await readSteps(trx, id, 'collective'),
      entity: await readSteps(trx, id, 'entity'),
    };
    const memberships = await readMemberships(trx, id);
    const added = {
      collective: steps.collective.filter(({ before }) => before === null).map((s) => s.after),
      entity: steps.entity.filter(({ before }) => before === null).map((s) => s.after),
    };
    const own = new Set(
      memberships.flatMap(({ after }) => (after === null ? [] : membershipKey(after))),
    );
    refuse(
      [
        ...(await changedThings(trx, 'collective', steps.collective)),
        ...(await changedThings(trx, 'entity', steps.entity)),
        ...(await changedMemberships(trx, memberships)),
      ],
      'was changed since',
    );
    refuse(await usedThings(trx, added, own), 'was used by batches or memberships since');
    await writeMemberships(
      trx,
      memberships.map(({ before, after }) => ({ before: after, after: before })),
    );
    for (const kind of DIRECTORY_KINDS) {
      const back = steps[kind].flatMap(({ before }) => before ?? []);
      await writeThings(trx, kind, back);
      const table = kind === 'collective' ? 'collectives' : 'entities';
      for await (const part of chunksInTurns(added[kind].map((thing) => thing.id))) {
        await trx.deleteFrom(table).where('id', 'in', part).execute();
      }
    }
    await trx
      .deleteFrom('directory_conflicts')
      .where('source', '=', 'import')
      .where('seen_at', '=', Date.parse(record.at))
      .execute();
    await trx.deleteFrom('directory_import_rows').where('import_id', '=', id).execute();
    await done(trx);
    return record;
  });
}
