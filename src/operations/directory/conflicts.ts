import type { Kysely } from 'kysely';
import { DIRECTORY_KINDS } from '../../contract/console/choices.ts';
import type {
  ConflictDecision,
  DirectoryConflicts,
} from '../../contract/console/directory-conflicts.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../bff/http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { OTHER_WORLD, type Thing } from './thing.ts';
import { knownThings, writeThings } from './write.ts';
import { unrecorded, type AddDone } from '../audit/audit.ts';

/** Maximum number of conflicts on screen. */
const SHOWN = 200;

/** Open conflicts, the latest first. */
export async function readConflicts(
  db: Kysely<Store>,
  now: number,
): Promise<z.infer<typeof DirectoryConflicts>> {
  const open = db
    .selectFrom('directory_conflicts as conflict')
    .leftJoin('collectives', (join) =>
      join.onRef('collectives.id', '=', 'conflict.thing_id').on('conflict.kind', '=', 'collective'),
    )
    .leftJoin('entities', (join) =>
      join.onRef('entities.id', '=', 'conflict.thing_id').on('conflict.kind', '=', 'entity'),
    )
    .where('conflict.state', '=', 'open')
    // Conflicts of a world that is not running are hidden with it.
    .where((eb) =>
      eb(eb.fn.coalesce('collectives.archived', 'entities.archived'), 'not in', [
        OTHER_WORLD,
        OTHER_WORLD + 2,
      ]),
    );
  const { total } = await open
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await open
    .orderBy('conflict.seen_at', 'desc')
    .orderBy('conflict.thing_id')
    .limit(SHOWN)
    .select([
      'conflict.kind',
      'conflict.thing_id',
      'conflict.field',
      'conflict.ours',
      'conflict.theirs',
      'conflict.source',
      'conflict.seen_at',
      'collectives.name as collective_name',
      'entities.name as entity_name',
    ])
    .execute();
  return {
    conflicts: rows.map((row) => ({
      kind: z.enum(DIRECTORY_KINDS).parse(row.kind),
      id: row.thing_id,
      name: row.collective_name ?? row.entity_name,
      field: row.field,
      ours: row.ours,
      theirs: row.theirs,
      source: row.source,
      seenAt: isoInstant(row.seen_at),
    })),
    total,
    asOf: isoInstant(now),
  };
}

/**
 * Resolves a conflict. Keeping ours lasts while the other value is unchanged; taking theirs makes
 * the value a fact again, which later facts replace.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if there is no such conflict, 409 if a newer value has arrived since
 */
export async function decideConflict(
  db: Kysely<Store>,
  decision: ConflictDecision,
  now: number,
  done: AddDone = unrecorded,
): Promise<void> {
  const { kind, id, field, theirs, keep } = decision;
  await db.transaction().execute(async (trx) => {
    const conflict = await trx
      .selectFrom('directory_conflicts')
      .where('kind', '=', kind)
      .where('thing_id', '=', id)
      .where('field', '=', field)
      .where('state', '=', 'open')
      .select(['theirs', 'source'])
      .executeTakeFirst();
    const old = (await knownThings(trx, kind, [id])).get(id);
    if (conflict === undefined || old === undefined) {
      throw failure(404, 'not_found', 'This was decided already. Nothing was changed.');
    }
    if (conflict.theirs !== theirs) {
      throw failure(
        409,
        'changed_since',
        `A newer value has arrived: “${conflict.theirs}”. Nothing was changed.`,
      );
    }
    if (keep === 'theirs') {
      const thing: Thing = {
        ...old,
        fields: { ...old.fields, [field]: theirs },
        origins: { ...old.origins, [field]: conflict.source === 'import' ? 'import' : 'fact' },
        knownAt: now,
      };
      await writeThings(trx, kind, [thing]);
    }
    await trx
      .updateTable('directory_conflicts')
      .set({ state: keep === 'ours' ? 'kept' : 'taken' })
      .where('kind', '=', kind)
      .where('thing_id', '=', id)
      .where('field', '=', field)
      .execute();
    await done(trx);
  });
}
