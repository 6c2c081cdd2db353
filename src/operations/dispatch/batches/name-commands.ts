import {
  sql,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  type Transaction,
} from 'kysely';
import { chunks } from '../../../store/chunks.ts';
import { insertRows, runBuilt, updateRow } from '../../../store/insert-rows.ts';
import type { CommandRow, CommandTable, IntentRow, Store } from '../../../store/schema/schema.ts';
import { stands } from '../../fleet/commands/later-reading.ts';
import { itemsAsked } from '../send/intent.ts';
import { commandOf, commandRow, type NewCommand } from './command-rows.ts';

const KEY = ['dispatch_id', 'entity_id', 'item'] as const;
const NAMED = [
  'position',
  'id',
  'type',
  'value',
  'trigger_time',
  'status',
  'error',
  'verification',
  'observed_at',
  'changed_at',
  'read_error',
  'settled',
  'due_at',
  'poll_interval',
  'next_poll_at',
  'changes',
  'verdict',
  'trigger_at',
  'matched',
  'late_change_at',
  'acknowledged_at',
  'found_late_at',
  'recheck_at',
] as const satisfies (keyof NewCommand)[];

/** The row that waits for the Command of a member takes it; name and type at the send stay. */
const intoWaiting = (columns: readonly string[]) =>
  `on conflict (${KEY.join(', ')}) where dispatch_id is not null
    do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

const MEMBER = ['dispatch_id', 'entity_id', 'member', 'name', 'entity_type'] as const;

/** An Entity that a dispatch is sent to, as known then. */
export interface MemberAtSend {
  id: string;
  name: string | null;
  type: string | null;
}

/** Stores a row for each Entity that a dispatch is sent to; the Service will name its Command. */
export async function insertMembers(
  trx: Transaction<Store>,
  dispatchId: string,
  members: readonly MemberAtSend[],
): Promise<void> {
  const rows = members.map(({ id, name, type }) => ({
    dispatch_id: dispatchId,
    entity_id: id,
    member: 1,
    name,
    entity_type: type,
  }));
  await insertRows(trx, 'commands', MEMBER, rows);
}

type Held = Selectable<CommandTable>;

const keyOf = (row: { id: string | null; entity_id: string }) => `${row.id} ${row.entity_id}`;

/** Rows that have the ids of these Commands already. */
async function heldRows(trx: Kysely<Store>, rows: readonly NewCommand[]) {
  const held: Held[] = [];
  for (const ids of chunks(rows.map(({ id }) => id))) {
    const build = () => sql<Held>`select * from commands where id in (${sql.join(ids)})`;
    held.push(...(await runBuilt(trx, `held ${ids.length}`, build, ids)).rows);
  }
  return new Map(held.map((row) => [keyOf(row), row]));
}

const OWN = ['entity_id', 'id', 'item', 'member', 'verdict', 'name', 'entity_type'] as const;
type Own = Pick<Selectable<CommandTable>, (typeof OWN)[number]>;

/** The rows of a dispatch. */
async function ownRows(trx: Kysely<Store>, dispatchId: string): Promise<Own[]> {
  const build = () =>
    sql<Own>`select ${sql.raw(OWN.join(', '))} from commands where dispatch_id = ${dispatchId}`;
  return (await runBuilt(trx, 'own', build, [dispatchId])).rows;
}

/** The number of each Command among those of its Entity, beside those that the dispatch has. */
function itemsBeside(own: readonly Own[]): (row: NewCommand) => number {
  const named = own.filter(({ id }) => id !== null);
  const taken = new Set(named.map((row) => `${row.entity_id} ${row.item}`));
  return ({ entity_id: entity }) => {
    let item = 0;
    while (taken.has(`${entity} ${item}`)) item += 1;
    taken.add(`${entity} ${item}`);
    return item;
  };
}

/** Whom a dispatch reached, as far as its Commands are named. */
interface Reach {
  /** Entities that were not known members at the send. */
  strangers: number;
  /** Members with fewer of the requested Commands than these. */
  withFewerThan(count: number): number;
}

/** The same once they are stored. */
export interface Reached extends Reach {
  /** Entities with a Command that another dispatch had, whose pictures are to be renewed. */
  released: readonly string[];
}

const membersOf = (own: readonly Own[]) =>
  new Map(own.flatMap((row) => (row.member === 1 ? [[row.entity_id, row] as const] : [])));

function reachedBy(own: readonly Own[], named: readonly NewCommand[]): Reach {
  const members = membersOf(own);
  const counts = new Map<string, number>();
  for (const { entity_id: entity, verdict } of [...named, ...own.filter(({ id }) => id !== null)]) {
    counts.set(entity, (counts.get(entity) ?? 0) + (verdict === 'unrequested' ? 0 : 1));
  }
  return {
    strangers: [...counts.keys()].filter((entity) => !members.has(entity)).length,
    withFewerThan: (count) =>
      [...members.keys()].filter((entity) => (counts.get(entity) ?? 0) < count).length,
  };
}

type Asked = Pick<IntentRow, 'id' | 'items'>;

/** Of a row `m` of `intent_members`: the dispatch is known to have made fewer Commands for it than requested. */
export function isUnaccounted(intent: Asked): RawBuilder<SqlBool> {
  return sql<SqlBool>`(select count(*) from sent_commands c where c.dispatch_id = m.dispatch_id
    and c.entity_id = m.entity_id and c.verdict <> 'unrequested') < ${itemsAsked(intent).length}`;
}

/** Counts these members of a dispatch, and stores their number with it. */
export async function recountUnaccounted(trx: Kysely<Store>, intent: Asked): Promise<void> {
  await sql`update intents set unaccounted = (select count(*) from intent_members m
    where m.dispatch_id = ${intent.id} and ${isUnaccounted(intent)}) where id = ${intent.id}`.execute(
    trx,
  );
}

/**
 * Removes a Command from a dispatch for which a check found it: what its Entity got is open there again. The picture
 * of the Entity is renewed by the caller, after all Commands: who stores what was read locks them in that order too.
 */
async function release(trx: Transaction<Store>, held: Held, dispatchId: string) {
  await trx.deleteFrom('commands').where('key', '=', held.key).execute();
  if (held.item === 0 && held.member === 1) {
    const { entity_id: id, name, entity_type: type } = held;
    await insertMembers(trx, dispatchId, [{ id, name, type }]);
  }
}

/**
 * Removes the Commands that checks found for a dispatch and that its late answer does not name.
 * @param answered ids of the Commands that it names
 * @returns the Entities of those removed, whose pictures are to be renewed
 */
export async function releaseFound(
  trx: Transaction<Store>,
  dispatchId: string,
  answered: ReadonlySet<string>,
): Promise<string[]> {
  const found = await trx
    .selectFrom('commands')
    .where('dispatch_id', '=', dispatchId)
    .where('matched', 'is not', null)
    .orderBy('key')
    .selectAll()
    .execute();
  const released = found.filter(({ id }) => id === null || !answered.has(id));
  for (const held of released) await release(trx, held, dispatchId);
  return released.map((held) => held.entity_id);
}

/** Takes a Command that an answer names from the dispatch for which a check found it. */
async function takeBack(trx: Transaction<Store>, held: Held, dispatchId: string, now: number) {
  await release(trx, held, dispatchId);
  const intent = await trx
    .selectFrom('intents')
    .where('id', '=', dispatchId)
    .select(['id', 'items'])
    .executeTakeFirstOrThrow();
  await recountUnaccounted(trx, intent);
  await updateRow(trx, 'intents', ['id', dispatchId], { next_check_at: now });
}

/** A Command that a read of the fleet stored first: the answer to the send is the older of the two. */
function asRead(
  row: NewCommand,
  { verdict, status, observed_at: known_at, ...held }: Held,
  kind: string,
): NewCommand {
  if (verdict === null || status === null || known_at === null || held.id === null) return row;
  if (
    stands(
      { verdict: row.verdict, asked_at: 0, known_at: 0 },
      { verdict, asked_at: null, known_at },
    )
  ) {
    return row;
  }
  const { dispatch_id: dispatchId, position, matched, found_late_at } = row;
  const command = commandOf({ ...held, id: held.id, status });
  const read = commandRow({ dispatchId, kind }, position, command, row.observed_at);
  const unrequested = row.verdict === 'unrequested';
  return { ...read, matched, found_late_at, verdict: unrequested ? row.verdict : read.verdict };
}

/**
 * Stores Commands that the Service named, or a check found, with their dispatch. One that a read of the fleet
 * stored before becomes that dispatch's. One of another dispatch stays there, unless only a check had found it and
 * now an answer names it.
 * @param intent the dispatch of all of them
 * @returns whom it reached, these included
 */
export async function nameCommands(
  trx: Transaction<Store>,
  intent: { dispatchId: string; kind: string },
  rows: readonly NewCommand[],
): Promise<Reached> {
  const held = rows.length === 0 ? new Map<string, Held>() : await heldRows(trx, rows);
  const own = await ownRows(trx, intent.dispatchId);
  const itemOf = itemsBeside(own);
  const members = membersOf(own);
  const named: (NewCommand & Pick<CommandRow, 'item' | 'member' | 'name' | 'entity_type'>)[] = [];
  const released: string[] = [];
  const add = (row: NewCommand) => {
    const { name = null, entity_type = null } = members.get(row.entity_id) ?? {};
    const member = members.has(row.entity_id) ? 1 : 0;
    named.push({ ...row, item: itemOf(row), member, name, entity_type });
  };
  for (const row of rows) {
    const before = held.get(keyOf(row));
    const owner = before?.dispatch_id ?? null;
    if (before === undefined) {
      add(row);
    } else if (owner === intent.dispatchId) {
      // Its state was read since: an answer that comes late tells how it was at the send.
      const { position, matched } = row;
      await updateRow(trx, 'commands', ['key', before.key], { position, matched });
    } else if (owner === null) {
      await trx.deleteFrom('commands').where('key', '=', before.key).execute();
      add(asRead(row, before, intent.kind));
    } else if (before.matched !== null && row.matched === null) {
      await takeBack(trx, before, owner, row.observed_at);
      released.push(row.entity_id);
      add(row);
    }
  }
  // In the row that waits all else is null: what a Command lacks need not be written.
  const told = NAMED.filter((column) => named.some((row) => row[column] !== null));
  await insertRows(trx, 'commands', [...MEMBER, 'item', ...told], named, intoWaiting(told));
  return { ...reachedBy(own, named), released };
}
