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
/** An act without an outcome after this time, in milliseconds, has none, as after a crash. */
const LONGEST_ACT_MS = 10 * 60_000;
const OVERRIDES = ['guard-overridden', 'cooldown-overridden'];

/** Rows that belong to an earlier one: its outcome, which a later process may have written, or what it overrode. */
const isLater = sql<boolean>`(
  exists (select 1 from audit_log as begun where begun.request_id = audit_log.request_id
    and begun.sequence < audit_log.sequence
    and ((begun.outcome = 'begun' and begun.action = audit_log.action)
      or (begun.action = 'dispatch' and audit_log.action in ('guard-overridden', 'cooldown-overridden'))))
  or (audit_log.request_id is null and audit_log.action = 'dispatch' and exists (
    select 1 from audit_log as begun where begun.intent_id = audit_log.intent_id
      and begun.sequence < audit_log.sequence and begun.outcome = 'begun'
      and begun.action in ('dispatch', 'dispatch-approved'))))`;

/** The number of the row with the outcome of an act that has begun; null: there is none. */
const ended = sql<number | null>`(case when audit_log.outcome = 'begun' then (
  select max(ending.sequence) from audit_log as ending
  where ending.sequence > audit_log.sequence
    and ((ending.request_id = audit_log.request_id and ending.action = audit_log.action)
      or (ending.request_id is null and ending.action = 'dispatch'
        and audit_log.action in ('dispatch', 'dispatch-approved')
        and ending.intent_id = audit_log.intent_id))) end)`;

/** What came of an act: by its last row; of one that was left without an outcome, just that. */
const outcomeAt = (now: number): RawBuilder<string> => sql<string>`(case
  when audit_log.outcome <> 'begun' then audit_log.outcome
  else coalesce((select last.outcome from audit_log as last where last.sequence = ${ended}),
    case when audit_log.request_id is not null and audit_log.at < ${now - LONGEST_ACT_MS}
      then ${NO_OUTCOME} else 'begun' end) end)`;

/** The first rows of all acts that match, newest first. */
async function firstRows(db: Kysely<Store>, filter: AuditFilter, now: number) {
  const { action, outcome, operatorName, target } = filter;
  const [from, to] = [instantMs(filter.from ?? null), instantMs(filter.to ?? null)];
  let query = db
    .selectFrom('audit_log')
    .where((where) => where.not(isLater))
    .selectAll()
    .select([ended.as('ended'), outcomeAt(now).as('told')])
    .orderBy('sequence', 'desc');
  if (action !== undefined && OVERRIDES.includes(action)) {
    query = query.where('action', '=', 'dispatch').where(
      sql<boolean>`exists (select 1 from audit_log as override
        where override.request_id = audit_log.request_id and override.action = ${action})`,
    );
  } else if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where(outcomeAt(now), '=', outcome);
  if (operatorName !== undefined) query = query.where('operator_name', '=', operatorName);
  if (target !== undefined) query = query.where(await targetsLike(db, target));
  if (from !== null) query = query.where('at', '>=', from);
  return to === null ? query : query.where('at', '<', to);
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
export async function readActs(
  db: Kysely<Store>,
  filter: AuditFilter & { before?: number | undefined; limit?: number | undefined },
  now: number,
): Promise<AuditPage> {
  const { before, limit = DEFAULT_LIMIT } = filter;
  // One more than shown: whether there are older ones.
  let query = (await firstRows(db, filter, now)).limit(limit + 1);
  if (before !== undefined) query = query.where('sequence', '<', before);
  const found = await query.execute();
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
