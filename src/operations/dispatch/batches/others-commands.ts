import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { OthersCommands } from '../../../contract/console/others-commands.ts';
import { memberVerdict } from '../../../domain/batch-tally.ts';
import { canStillTrigger, VERDICTS } from '../../../domain/command-status.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { isOpenIntent } from '../resolve/read-resolution.ts';
import { REACH_MS } from '../resolve/rule.ts';

/** One line has the Commands of an hour. */
export const HOUR_MS = 3_600_000;
/** As in the index: the number must be in the statement itself. */
const HOUR = sql<number>`commands.trigger_at / 3600000`;
const AHEAD = VERDICTS.filter(canStillTrigger);
/** Most lines of plans. */
const PLANS = 200;

/** Which Commands are asked for; instants in milliseconds since the epoch. */
export interface OthersScope {
  collectiveId?: string | undefined;
  type?: string | undefined;
  fromMs?: number | undefined;
  beforeMs?: number | undefined;
}

/** Commands of one type that other systems sent for one hour; instants in milliseconds since the epoch. */
export interface OthersLine {
  hour: number;
  type: string | null;
  /** Null: none, or several. */
  value: string | null;
  fromMs: number;
  toMs: number;
  entities: number;
  commands: number;
  /** One of the Entities. */
  entityId: string;
  /** The oldest read. */
  observedMs: number;
}

/**
 * A condition on `commands`: sent by another system, as far as is known. A Command that an unsettled dispatch of this
 * console may have made is not: it was to reach this Entity, and the type and the time fit.
 */
export async function ofOthers(db: Kysely<Store>): Promise<Expression<SqlBool>> {
  const open = await db
    .selectFrom('intents')
    .where((where) => where.or([where('outcome', '=', 'sending'), isOpenIntent(where)]))
    .select(['id', 'types', 'effect_from', 'effect_to', 'outcome_at'])
    .execute();
  const fits = open.map(({ id, types, effect_from: from, effect_to: to, outcome_at: at }) => {
    const last = Math.max(to, at ?? to) + REACH_MS;
    return sql<SqlBool>`(commands.trigger_at between ${from - REACH_MS} and ${last}
      and ${types} like '%|' || commands.type || '|%' and commands.entity_id in
        (select own.entity_id from commands own where own.dispatch_id = ${id} and own.id is null))`;
  });
  if (fits.length === 0) return sql<SqlBool>`commands.dispatch_id is null`;
  return sql<SqlBool>`commands.dispatch_id is null and not (${sql.join(fits, sql` or `)})`;
}

async function selected(db: Kysely<Store>, scope: OthersScope) {
  const { collectiveId, type, fromMs, beforeMs } = scope;
  let query = db
    .selectFrom('commands')
    .where(await ofOthers(db))
    .where('commands.trigger_at', 'is not', null);
  if (fromMs !== undefined) {
    query = query
      .where(HOUR, '>=', Math.floor(fromMs / HOUR_MS))
      .where('commands.trigger_at', '>=', fromMs);
  }
  if (beforeMs !== undefined) {
    query = query
      .where(HOUR, '<=', Math.floor(beforeMs / HOUR_MS))
      .where('commands.trigger_at', '<', beforeMs);
  }
  if (type !== undefined) query = query.where('commands.type', '=', type);
  if (collectiveId !== undefined) {
    query = query.where('commands.entity_id', 'in', (members) =>
      members
        .selectFrom('memberships')
        .where('collective_id', '=', collectiveId)
        .select('entity_id'),
    );
  }
  return query;
}

type Selected = Awaited<ReturnType<typeof selected>>;

/** The lines of these Commands, in no order. */
function grouped(query: Selected) {
  return query
    .groupBy([HOUR, 'commands.type'])
    .select((row) => [
      HOUR.as('hour'),
      'commands.type',
      row.fn.min('commands.value').as('least'),
      row.fn.max('commands.value').as('most'),
      row.fn.count<number>('commands.value').as('valued'),
      row.fn.countAll<number>().as('commands'),
      row.fn.min<number>('commands.trigger_at').as('fromMs'),
      row.fn.max<number>('commands.trigger_at').as('toMs'),
      row.fn.count<number>('commands.entity_id').distinct().as('entities'),
      row.fn.min<string>('commands.entity_id').as('entityId'),
      row.fn.min<number>('commands.observed_at').as('observedMs'),
    ]);
}

type Grouped = Awaited<ReturnType<ReturnType<typeof grouped>['execute']>>[number];

function lineOf({ least, most, valued, ...line }: Grouped): OthersLine {
  return { ...line, value: least === most && valued === line.commands ? least : null };
}

/**
 * What other systems sent, newest hour first.
 * @param scope its end is the newest instant that counts
 * @param skip lines to leave out
 */
export async function othersLines(
  db: Kysely<Store>,
  scope: OthersScope,
  limit: number,
  skip = 0,
): Promise<OthersLine[]> {
  const rows = await grouped(await selected(db, scope))
    .orderBy(HOUR, 'desc')
    .orderBy('commands.type', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map(lineOf);
}

/** Commands of listed Entities that other systems planned and that can still trigger. */
async function ahead(db: Kysely<Store>, scope: OthersScope, now: number) {
  const query = await selected(db, { ...scope, fromMs: now + 1 });
  return query
    .where('commands.verdict', 'in', AHEAD)
    .where('commands.entity_id', 'in', (listed) =>
      listed.selectFrom('entities').where('archived', '=', 0).select('entities.id'),
    );
}

/**
 * What other systems planned and can still trigger, soonest hour first.
 * @param now milliseconds since the epoch
 */
export async function othersPlans(
  db: Kysely<Store>,
  scope: OthersScope,
  now: number,
): Promise<OthersLine[]> {
  const rows = await grouped(await ahead(db, scope, now))
    .orderBy(HOUR)
    .limit(PLANS)
    .execute();
  return rows.map(lineOf);
}

/** The first of these for each Collective that has an Entity of theirs. @param now milliseconds since the epoch */
export async function othersNext(db: Kysely<Store>, now: number): Promise<Map<string, OthersLine>> {
  const of = await ahead(db, {}, now);
  const rows = await grouped(of)
    .innerJoin('memberships', 'memberships.entity_id', 'commands.entity_id')
    .groupBy('memberships.collective_id')
    .select('memberships.collective_id')
    .orderBy('fromMs', 'desc')
    .execute();
  return new Map(rows.map(({ collective_id: id, ...line }) => [id, lineOf(line)]));
}

/** Lines as lists show them, with the derived status of their Commands, and the Entity if there is one only. */
export async function shownLines(
  db: Kysely<Store>,
  scope: OthersScope,
  lines: readonly OthersLine[],
): Promise<OthersCommands[]> {
  if (lines.length === 0) return [];
  const hours = lines.map(({ hour }) => hour);
  const counted = await (
    await selected(db, scope)
  )
    .leftJoin('entities', 'entities.id', 'commands.entity_id')
    .where(HOUR, '>=', Math.min(...hours))
    .where(HOUR, '<=', Math.max(...hours))
    .groupBy([HOUR, 'commands.type', 'commands.verdict', 'entities.type'])
    .select((row) => [
      HOUR.as('hour'),
      'commands.type',
      'commands.verdict',
      'entities.type as entityType',
      row.fn.countAll<number>().as('count'),
      row.fn.min('entities.name').as('name'),
    ])
    .execute();
  const verdicts = new Map<string, Record<string, number>>();
  const names = new Map<string, string | null>();
  const keyOf = ({ hour, type }: { hour: number; type: string | null }) => `${hour} ${type}`;
  for (const row of counted) {
    const key = keyOf(row);
    const counts = verdicts.get(key) ?? {};
    const verdict = memberVerdict(row.verdict ?? 'unrecognised', row.type, row.entityType);
    counts[verdict] = (counts[verdict] ?? 0) + row.count;
    verdicts.set(key, counts);
    names.set(key, row.name);
  }
  return lines.map((line) => ({
    type: line.type,
    value: line.value,
    from: isoInstant(line.fromMs),
    to: isoInstant(line.toMs),
    entities: line.entities,
    verdictCounts: verdicts.get(keyOf(line)) ?? {},
    entity:
      line.entities === 1 ? { id: line.entityId, name: names.get(keyOf(line)) ?? null } : null,
  }));
}
