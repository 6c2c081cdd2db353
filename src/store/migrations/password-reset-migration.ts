import type { Kysely } from 'kysely';

/** One-time codes for setting a new password; only their hashes are kept. */
export async function passwordResets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_resets')
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('password_resets_key', ['operator_id'])
    .execute();
}
