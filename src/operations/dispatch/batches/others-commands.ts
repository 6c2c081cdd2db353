import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
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
export async function ofOthers(db: Kysely<Store>): Promise<RawBuilder<SqlBool>> {
  const open = await db
    .selectFrom('intents')
    .where(sql<SqlBool>`(outcome = 'sending' or ${isOpenIntent})`)
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

/** The condition on `commands` for what is asked for. */
async function matching(db: Kysely<Store>, scope: OthersScope): Promise<RawBuilder<SqlBool>> {
  const { collectiveId, type, fromMs, beforeMs } = scope;
  const conditions = [sql`${await ofOthers(db)} and commands.trigger_at is not null`];
  if (fromMs !== undefined) {
    const hour = Math.floor(fromMs / HOUR_MS);
    conditions.push(sql`${HOUR} >= ${hour} and commands.trigger_at >= ${fromMs}`);
  }
  if (beforeMs !== undefined) {
    const hour = Math.floor(beforeMs / HOUR_MS);
    conditions.push(sql`${HOUR} <= ${hour} and commands.trigger_at < ${beforeMs}`);
  }
  if (type !== undefined) conditions.push(sql`commands.type = ${type}`);
  if (collectiveId !== undefined) {
    conditions.push(sql`commands.entity_id in (
      select entity_id from memberships where collective_id = ${collectiveId})`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** The same for what can still trigger, of listed Entities. */
async function ahead(db: Kysely<Store>, scope: OthersScope, now: number) {
  return sql<SqlBool>`${await matching(db, { ...scope, fromMs: now + 1 })}
    and commands.verdict in (${sql.join(AHEAD)})
    and commands.entity_id in (select id from entities where archived = 0)`;
}

interface Grouped extends Omit<OthersLine, 'value'> {
  least: string | null;
  most: string | null;
  valued: number;
}

/** What a line shows of its Commands. */
const LINE = sql`${HOUR} as hour, commands.type, min(commands.value) as least, max(commands.value) as most,
  count(commands.value) as valued, count(*) as commands, min(commands.trigger_at) as "fromMs",
  max(commands.trigger_at) as "toMs", count(distinct commands.entity_id) as entities,
  min(commands.entity_id) as "entityId", min(commands.observed_at) as "observedMs"`;

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
  const { rows } =
    await sql<Grouped>`select ${LINE} from commands where ${await matching(db, scope)}
    group by ${HOUR}, commands.type order by ${HOUR} desc, commands.type desc
    limit ${limit} offset ${skip}`.execute(db);
  return rows.map(lineOf);
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
  const { rows } =
    await sql<Grouped>`select ${LINE} from commands where ${await ahead(db, scope, now)}
    group by ${HOUR}, commands.type order by ${HOUR} limit ${PLANS}`.execute(db);
  return rows.map(lineOf);
}

/** The first of these for each Collective that has an Entity of theirs. @param now milliseconds since the epoch */
export async function othersNext(db: Kysely<Store>, now: number): Promise<Map<string, OthersLine>> {
  const { rows } = await sql<Grouped & { id: string }>`select ${LINE}, m.collective_id as id
    from commands join memberships m on m.entity_id = commands.entity_id
    where ${await ahead(db, {}, now)}
    group by ${HOUR}, commands.type, m.collective_id order by "fromMs" desc`.execute(db);
  return new Map(rows.map(({ id, ...line }) => [id, lineOf(line)]));
}

/** Lines as lists show them, with the derived status of their Commands, and the Entity if there is one only. */
export async function shownLines(
  db: Kysely<Store>,
  scope: OthersScope,
  lines: readonly OthersLine[],
): Promise<OthersCommands[]> {
  if (lines.length === 0) return [];
  const hours = lines.map(({ hour }) => hour);
  const { rows: counted } = await sql<{
    hour: number;
    type: string | null;
    verdict: string | null;
    entityType: string | null;
    count: number;
    name: string | null;
  }>`select ${HOUR} as hour, commands.type, commands.verdict, e.type as "entityType", count(*) as count,
      min(e.name) as name
    from commands left join entities e on e.id = commands.entity_id
    where ${await matching(db, scope)} and ${HOUR} between ${Math.min(...hours)} and ${Math.max(...hours)}
    group by ${HOUR}, commands.type, commands.verdict, e.type`.execute(db);
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
