import type { Kysely } from 'kysely';
import { ScheduledCommandRequest } from '../../contract/command.ts';
import { z } from '../../contract/zod.ts';
import { fromJson } from '../json.ts';
import type { Store } from '../schema/schema.ts';

const Items = z.array(ScheduledCommandRequest);

/** First and last instant at which a dispatch takes effect; without a trigger time that is the send. */
function effectSpan(items: readonly { triggerTime: string | null }[], sentAt: number) {
  const instants = items.map(({ triggerTime }) => {
    const text = triggerTime ?? '';
    const ms = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
    return Number.isNaN(ms) ? sentAt : ms;
  });
  return instants.length === 0
    ? { from: sentAt, to: sentAt }
    : { from: Math.min(...instants), to: Math.max(...instants) };
}

/** The store versions in which dispatches and Commands were recorded, and their times. */
export async function guardVersions(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['intents', 'recorded_version'],
    ['intents', 'effect_from'],
    ['intents', 'effect_to'],
    ['commands', 'recorded_version'],
  ] as const;
  for (const [table, name] of columns) {
    // Version 0: existing rows are older than anything that an override can name.
    await db.schema
      .alterTable(table)
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  const old = db.withTables<Pick<Store, 'intents'>>();
  const rows = await old.selectFrom('intents').select(['id', 'items', 'created_at']).execute();
  for (const { id, items, created_at: createdAt } of rows) {
    const span = effectSpan(fromJson(Items, items), createdAt);
    await old
      .updateTable('intents')
      .set({ effect_from: span.from, effect_to: span.to })
      .where('id', '=', id)
      .execute();
  }
  await db.schema
    .createIndex('intents_by_effect_to')
    .on('intents')
    .columns(['effect_to', 'effect_from'])
    .execute();
}
