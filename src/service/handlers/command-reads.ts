import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Lies } from '../faults/lies.ts';

/** Whether a lie affects a Command. */
function isAbout(about: string | null): RawBuilder<SqlBool> {
  if (about === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`instr(command.id || ' ' || command.entity_id || ' '
    || coalesce(command.batch_id, '') || ' ' || coalesce((select collective_id from batch
      where batch.id = command.batch_id), ''), ${about}) > 0`;
}

/** Whether a Command was received after an instant; those of a world file were received long ago. */
function isReceivedAfter(ms: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from batch
    where batch.id = command.batch_id and batch.received_ms > ${ms})`;
}

function any(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`false` : sql.join(conditions, sql` or `);
}

/** The condition for Commands that are visible to a read. */
export function isKnown({ hidden }: Lies, nowMs: number): RawBuilder<SqlBool> {
  const conditions = hidden.map(({ about, newerThanMs }) =>
    newerThanMs === null
      ? isAbout(about)
      : sql<SqlBool>`(${isAbout(about)} and ${isReceivedAfter(nowMs - newerThanMs)})`,
  );
  return sql<SqlBool>`not (${any(conditions)})`;
}

/** 1 for a Command whose final state a read hides, if it has one; else 0. */
export function isTakenBack({ takenBack }: Lies): RawBuilder<number> {
  return sql<number>`(${any(takenBack.map(({ about }) => isAbout(about)))})`;
}
