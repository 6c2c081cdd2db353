import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';

/** Migrations by name; each runs once, in the order of the names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The steps that a database has had; none if it is new. */
async function doneSteps<Schema>(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // There is no such table yet; a database that cannot be read fails the migration.
    return [];
  }
}

/**
 * Brings the schema of a database up to date. Of two processes that start together on PostgreSQL, one waits
 * for the other.
 * @param name of the database, for messages
 * @throws StartError if that fails, or a newer version wrote it
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Migrations,
  name: string,
): Promise<void> {
  const [last] = (await doneSteps(db)).filter((step) => !(step in migrations)).slice(-1);
  if (last !== undefined) {
    throw new StartError(
      `The database ${name} was written by a newer Gridhelm: its schema has ${last}, which this version does not know. Start that version, or restore a backup that this one wrote.`,
    );
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw new StartError(`The database ${name} could not be brought up to date: ${messageOf(error)}`);
}
