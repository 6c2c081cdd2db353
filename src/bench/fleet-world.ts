import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ChargeSessionData } from '../contract/charge-session.ts';
import type { DirectoryImport } from '../contract/console/directory-import.ts';
import { openStore } from '../service/store/store.ts';
import type { ServiceDb } from './service-world.ts';

/** Distance between copies of a session: longer than the world's sessions reach back. */
const COPIES_APART_MS = 30 * 86_400_000;
/** Sessions per insert statement. */
const ROWS = 200;

/** Moves an instant back. */
function earlier(instant: string | null | undefined, byMs: number): string | null {
  return instant === null || instant === undefined
    ? null
    : new Date(Date.parse(instant) - byMs).toISOString();
}

/** All Collectives and Entities of the world, which has one organization. */
async function directoryOf(db: ServiceDb): Promise<DirectoryImport> {
  const collectives = await db
    .selectFrom('collective')
    .select(['id', 'name', 'type', 'owner'])
    .execute();
  const entities = await db.selectFrom('entity').select(['id', 'name', 'type', 'brand']).execute();
  const members = new Map<string, string[]>(collectives.map(({ id }) => [id, []]));
  for (const row of await db.selectFrom('collective_entity').selectAll().execute()) {
    members.get(row.collective_id)?.push(row.entity_id);
  }
  return {
    collectives: collectives.map((each) => ({ ...each, entities: members.get(each.id) ?? [] })),
    entities,
  };
}

/** Adds older copies of the sessions of an Entity. */
async function copySessions(db: ServiceDb, entityId: string, copies: number): Promise<void> {
  const own = await db
    .selectFrom('charge_session')
    .where('entity_id', '=', entityId)
    .selectAll()
    .execute();
  const rows = own.flatMap((session) =>
    Array.from({ length: copies }, (_, copy) => {
      const byMs = (copy + 1) * COPIES_APART_MS;
      const data = ChargeSessionData.parse(JSON.parse(session.data));
      const times = { start: earlier(data.start, byMs), end: earlier(data.end, byMs) };
      return {
        id: randomUUID(),
        entity_id: entityId,
        start_ms: session.start_ms - byMs,
        created: earlier(session.created, byMs),
        data: JSON.stringify({ ...data, ...times }),
      };
    }),
  );
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += ROWS) {
      const part = rows.slice(at, at + ROWS);
      await trx.insertInto('charge_session').values(part).execute();
    }
  });
}

/**
 * Adds older copies of all charge sessions of a world; the embedded service must not be running.
 * @param copies of each session
 * @returns the world's directory, and its number of sessions afterwards
 */
export async function enlarge(
  dataDir: string,
  world: string,
  copies: number,
): Promise<{ directory: DirectoryImport; sessions: number }> {
  const db = await openStore(path.join(dataDir, `service-${world}-1.db`));
  try {
    const directory = await directoryOf(db);
    for (const { id } of copies === 0 ? [] : directory.entities) await copySessions(db, id, copies);
    const { sessions } = await db
      .selectFrom('charge_session')
      .select(({ fn }) => fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow();
    return { directory, sessions };
  } finally {
    await db.destroy();
  }
}
