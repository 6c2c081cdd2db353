import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  NO_OUTCOME,
  type AuditAct,
  type AuditFilter,
  type AuditPage,
} from '../../contract/console/audit.ts';
import { instantMs, isoInstant } from '../../domain/instant.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';
import { namesOf, targetsLike } from './names.ts';

const DEFAULT_LIMIT = 100;
/** Characters of a session's hash that are shown: enough to tell sessions apart. */
const SESSION_SHOWN = 10;
/** Rows looked at by one statement: some milliseconds of the event loop. */
const WINDOW = 1000;
/** An act without an outcome after this time, in milliseconds, has none, as after a crash. */
const LONGEST_ACT_MS = 10 * 60_000;
const OVERRIDES = ['guard-overridden', 'cooldown-overridden'];

/**
 * Rows that belong to an earlier one: its outcome, which a later process may have written, or what it overrode.
 * `coalesce` keeps SQLite from walking the index of all rows of an action.
 */
const isLater = sql<boolean>`(
  exists (select 1 from audit_log as begun where begun.request_id = audit_log.request_id
    and begun.sequence < audit_log.sequence
    and coalesce(begun.action, '') = case when audit_log.action in ('guard-overridden', 'cooldown-overridden')
      then 'dispatch' else audit_log.action end
    and (begun.outcome = 'begun' or begun.action <> audit_log.action))
  or (audit_log.request_id is null and audit_log.action = 'dispatch' and exists (
    select 1 from audit_log as begun where begun.intent_id = audit_log.intent_id
      and begun.sequence < audit_log.sequence and begun.outcome = 'begun'
      and coalesce(begun.action, '') in ('dispatch', 'dispatch-approved'))))`;

/**
 * The number of the row with the outcome of an act that has begun; null: there is none. What the request itself told
 * counts. What is computed of a column keeps SQLite from walking an index of all rows.
 */
const ended = sql<number | null>`(case when audit_log.outcome = 'begun' then coalesce(
  (select max(ending.sequence + 0) from audit_log as ending
    where ending.request_id = audit_log.request_id and coalesce(ending.action, '') = audit_log.action
      and ending.sequence > audit_log.sequence),
  case when audit_log.action in ('dispatch', 'dispatch-approved') then
    (select max(ending.sequence + 0) from audit_log as ending
      where ending.intent_id = audit_log.intent_id and ending.request_id is null
        and coalesce(ending.action, '') = 'dispatch' and ending.sequence > audit_log.sequence) end) end)`;

/** What came of an act: by its last row; of one that was left without an outcome, just that. */
const outcomeBy = (lost: number): RawBuilder<string> => sql<string>`(case
  when audit_log.outcome <> 'begun' then audit_log.outcome
  else coalesce((select last.outcome from audit_log as last where last.sequence = ${ended}),
    case when audit_log.request_id is not null and audit_log.at < ${lost}
      then ${NO_OUTCOME} else 'begun' end) end)`;

/** Before this instant no act is under way any more: it takes too long, or its process has ended. */
async function lostBefore(db: Kysely<Store>, now: number): Promise<number> {
  const { started } = await db
    .selectFrom('processes')
    .where('lease_until', '>', now)
    .select((row) => row.fn.min('started_at').as('started'))
    .executeTakeFirstOrThrow();
  return Math.max(now - LONGEST_ACT_MS, started ?? 0);
}

type Filter = AuditFilter & { before?: number | undefined; limit?: number | undefined };

/** The first rows of all acts that match, newest first. */
async function firstRows(db: Kysely<Store>, filter: Filter, now: number) {
  const { action, outcome, operatorName, target } = filter;
  const [from, to] = [instantMs(filter.from ?? null), instantMs(filter.to ?? null)];
  const told = outcomeBy(await lostBefore(db, now));
  let query = db
    .selectFrom('audit_log')
    .where((where) => where.not(isLater))
    .selectAll()
    .select([ended.as('ended'), told.as('told')])
    .orderBy('sequence', 'desc');
  if (action !== undefined && OVERRIDES.includes(action)) {
    query = query.where('action', '=', 'dispatch').where(
      sql<boolean>`exists (select 1 from audit_log as override
        where override.request_id = audit_log.request_id and override.action = ${action})`,
    );
  } else if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where(told, '=', outcome);
  if (operatorName !== undefined) query = query.where('operator_name', '=', operatorName);
  if (target !== undefined) query = query.where(await targetsLike(db, target));
  if (from !== null) query = query.where('at', '>=', from);
  return to === null ? query : query.where('at', '<', to);
}

/** The first rows of the newest acts that match, in windows of the log: a filter may match hardly any row. */
async function newestOf(db: Kysely<Store>, filter: Filter, most: number, now: number) {
  const query = await firstRows(db, filter, now);
  const { oldest, newest } = await db
    .selectFrom('audit_log')
    .select((row) => [row.fn.min('sequence').as('oldest'), row.fn.max('sequence').as('newest')])
    .executeTakeFirstOrThrow();
  const found: FirstRow[] = [];
  let end = filter.before ?? (newest ?? 0) + 1;
  while (found.length < most && end > (oldest ?? Infinity)) {
    const rows = await query
      .where('sequence', '<', end)
      .where('sequence', '>=', end - WINDOW)
      .limit(most - found.length)
      .execute();
    found.push(...rows);
    end -= WINDOW;
    await turn();
  }
  return found;
}

type FirstRow = AuditLogRow & { ended: number | null; told: string };

/** The other rows of these acts. */
async function laterRows(db: Kysely<Store>, acts: readonly FirstRow[]): Promise<AuditLogRow[]> {
  const endings = acts.flatMap(({ ended: at }) => (at === null ? [] : [at]));
  const requests = acts.flatMap(({ action, request_id: id }) =>
    action === 'dispatch' && id !== null ? [id] : [],
  );
  if (endings.length + requests.length === 0) return [];
  return db
    .selectFrom('audit_log')
    .where((where) =>
      where.or([
        where('sequence', 'in', endings.length === 0 ? [-1] : endings),
        where.and([
          where('request_id', 'in', requests.length === 0 ? [''] : requests),
          where('action', 'in', OVERRIDES),
        ]),
      ]),
    )
    .orderBy('sequence')
    .selectAll()
    .execute();
}

const hashed = ({ sequence, hash }: AuditLogRow) => ({ sequence, hash });

function actOf(
  row: FirstRow,
  overrides: readonly AuditLogRow[],
  end: AuditLogRow | null,
): AuditAct {
  return {
    sequence: row.sequence,
    at: isoInstant(row.at),
    action: row.action,
    operatorName: row.operator_name,
    session: row.session_hash?.slice(0, SESSION_SHOWN) ?? null,
    address: row.address,
    requestId: row.request_id,
    target: row.target,
    body: row.body,
    outcome: row.told,
    endedAt: end === null ? null : isoInstant(end.at),
    answer: end?.body ?? null,
    upstreamStatus: (end ?? row).upstream_status,
    overrides: overrides.map(({ action }) => action),
    dispatchId: row.intent_id,
    rows: [row, ...overrides, ...(end === null ? [] : [end])].map(hashed),
  };
}

/**
 * Acts of the audit log, newest first: the rows of one act are one.
 * @param filter see `AuditFilter`; acts whose first row is below `before`
 * @param now milliseconds since the epoch
 */
export async function readActs(db: Kysely<Store>, filter: Filter, now: number): Promise<AuditPage> {
  const { limit = DEFAULT_LIMIT } = filter;
  // One more than shown: whether there are older ones.
  const found = await newestOf(db, filter, limit + 1, now);
  const shown = found.slice(0, limit);
  const later = await laterRows(db, shown);
  const ends = new Map(later.map((row) => [row.sequence, row]));
  const overrides = groupBy(
    later.filter(({ action }) => OVERRIDES.includes(action)),
    ({ request_id: id }) => id ?? '',
  );
  const acts = shown.map((row) =>
    actOf(
      row,
      row.action === 'dispatch' ? (overrides.get(row.request_id ?? '') ?? []) : [],
      row.ended === null ? null : (ends.get(row.ended) ?? null),
    ),
  );
  const last = acts.at(-1);
  return {
    acts,
    names: await namesOf(db, acts),
    before: found.length > limit && last !== undefined ? last.sequence : null,
    asOf: isoInstant(now),
  };
}
