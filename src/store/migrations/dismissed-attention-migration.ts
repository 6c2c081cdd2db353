import type { Kysely } from 'kysely';

/** Attention items that operators dismissed. */
export async function dismissedAttention(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dismissed_attention')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('dismissed_attention_key', ['key'])
    .execute();
}

/** An item is hidden for a day, without a reason; the audit log has who did it. */
export async function plainDismissals(db: Kysely<unknown>): Promise<void> {
  for (const column of ['reason', 'operator_id', 'operator_name']) {
    await db.schema.alterTable('dismissed_attention').dropColumn(column).execute();
  }
}
