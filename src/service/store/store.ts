import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { openSqlite, type OpenOptions } from '../../store/dialect/sqlite.ts';
import { MIGRATIONS } from './migrations.ts';
import type { ServiceTables } from './schema.ts';

/** The store, or a transaction in it. */
export type Store = Kysely<ServiceTables>;

/** Opens the store in a file and migrates its schema. @throws StartError */
export function openStore(file: string, options?: OpenOptions): Promise<Store> {
  return openSqlite<ServiceTables>(file, MIGRATIONS, options);
}

/** Facts about the store as a whole. */
export type MetaKey = 'loaded' | 'clock_ms' | 'token_key' | 'sessions_due_ms';

/** Reads a fact, or null. */
export async function readMeta(store: Store, key: MetaKey): Promise<string | null> {
  const row = await store
    .selectFrom('meta')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Reads a fact that is a number, or null. */
export async function readMetaNumber(store: Store, key: MetaKey): Promise<number | null> {
  const text = await readMeta(store, key);
  return text === null ? null : z.coerce.number().parse(text);
}

/** Writes a fact. */
export async function writeMeta(store: Store, key: MetaKey, value: string | number): Promise<void> {
  await store
    .insertInto('meta')
    .values({ key, value: String(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(value) }))
    .execute();
}

/** The secret that signs continuation tokens; made once per store. */
export async function tokenKey(store: Store): Promise<Buffer> {
  const known = await readMeta(store, 'token_key');
  if (known !== null) return Buffer.from(known, 'hex');
  const key = randomBytes(32);
  await writeMeta(store, 'token_key', key.toString('hex'));
  return key;
}
