import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Command, ScheduledCommandRequest } from '../../../contract/command.ts';
import { effectSpan, typesOf } from '../send/intent.ts';
import { insertMembers } from '../batches/name-commands.ts';
import { recordOutcome } from '../send/outcome-store.ts';
import { RECORD_DUE } from '../unsettled.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';

/** A Command as the Service answers it. */
export function aCommand(id: string = randomUUID(), more: Partial<Command> = {}): Command {
  return {
    id,
    entityId: CARS[0],
    status: 'Pending',
    triggerTime: null,
    type: 'StopCharging',
    value: null,
    error: null,
    verification: null,
    ...more,
  };
}

/** The items that would make these Commands, each once. */
function itemsFor(commands: readonly Command[]): ScheduledCommandRequest[] {
  const items = commands.map(({ type, value }) => ({ type, value, triggerTime: null }));
  return [...new Map(items.map((item) => [`${item.type} ${item.value}`, item])).values()];
}

/** A dispatch to store. */
interface Given {
  collectiveId?: string;
  kind?: 'now' | 'schedule';
  /** Absent: as the Commands are. */
  items?: readonly ScheduledCommandRequest[];
  operator?: { id: string; name: string };
  /** Null: no outcome is stored. */
  commands: readonly Command[] | null;
  /** Known members at the send; absent: those of the directory. */
  members?: readonly string[];
}

/**
 * Stores a dispatch as the ledger would, accepted with these Commands.
 * @param now milliseconds since the epoch
 * @returns the intent's id
 */
export async function storeBatch(db: Kysely<Store>, given: Given, now: number): Promise<string> {
  const { collectiveId = FLEET, kind = 'now', commands } = given;
  const items = given.items ?? itemsFor(commands ?? [aCommand()]);
  const operator = given.operator ?? { id: 'o', name: 'O' };
  const dispatchId = randomUUID();
  const known = await db
    .selectFrom('memberships')
    .innerJoin('entities', 'entities.id', 'memberships.entity_id')
    .where('collective_id', '=', collectiveId)
    .select(['entities.id', 'entities.name', 'entities.type'])
    .execute();
  const members = given.members?.map((id) => ({ id, name: null, type: null })) ?? known;
  await db.transaction().execute(async (trx) => {
    const span = effectSpan(items, now);
    await trx
      .insertInto('intents')
      .values({
        id: dispatchId,
        operator_id: operator.id,
        operator_name: operator.name,
        session_hash: 's',
        collective_id: collectiveId,
        collective_name: 'Depot',
        kind,
        items: JSON.stringify(items),
        ignore_cooldown: 0,
        body_hash: 'h',
        member_count: members.length,
        unaccounted: 0,
        created_at: now,
        outcome: 'sending',
        effect_from: span.from,
        effect_to: span.to,
        types: typesOf(items),
        unsettled: RECORD_DUE,
      })
      .execute();
    await insertMembers(trx, dispatchId, members);
  });
  if (commands === null) return dispatchId;
  const batch = { batchId: randomUUID(), commands: [...commands] };
  await recordOutcome(
    db,
    { dispatchId, kind, items },
    { outcome: 'accepted', upstreamStatus: 201, batch },
    now,
  );
  return dispatchId;
}
