import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { z } from '../../../contract/zod.ts';
import type { BatchDetail, BatchSummary } from '../../../contract/console/batch.ts';
import {
  causeOf,
  needsAttention,
  tallyOf,
  titleOf,
  type Tallied,
} from '../../../domain/batch-tally.ts';
import { VERDICTS } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { failure } from '../../../http/problems.ts';
import { hasRowLocks } from '../../../store/dialect/row-locks.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { keptHash } from './batch-record.ts';
import { itemsOf, summariesOf } from './batch-summary.ts';
import { cannotTake, listed, shownVerdict } from './shown-verdict.ts';

export const Verdict = z.enum(VERDICTS).catch('unrecognised');

/**
 * The intent of a batch.
 * @throws Failure 404
 */
export async function findBatch(db: Kysely<Store>, id: string): Promise<IntentRow> {
  const intent = await db.selectFrom('intents').where('id', '=', id).selectAll().executeTakeFirst();
  if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${id}.`);
  return intent;
}

/** Of a Command `c`, the index of its planned item: by type and trigger time, else by the time alone. */
function partOf(items: BatchSummary['items']): RawBuilder<number> {
  if (items.length === 1) return sql`0`;
  const planned = items.map(({ type, triggerTime }, at) => {
    return { type, at: sql.lit(at), time: instantMs(triggerTime) };
  });
  const exact = planned.map(
    ({ type, at, time }) => sql`when c.type = ${type} and c.trigger_at = ${time} then ${at}`,
  );
  const timed = planned.map(({ at, time }) => sql`when c.trigger_at = ${time} then ${at}`);
  return sql`case ${sql.join([...exact, ...timed], sql` `)} else 0 end`;
}

/**
 * The lines of a batch, as a table `lines` for the statement that follows: one for each Command, and one without a key
 * for each known member that lacks a planned one. Without any requested one, it is in each item: `part` is null.
 */
export function linesOf(intent: IntentRow): RawBuilder<unknown> {
  const { id, outcome, unaccounted } = intent;
  const items = itemsOf(intent);
  const part = partOf(items);
  const named = sql`coalesce(nullif(nullif(e.sort_name, '1'), ''),
    '0' || lower(coalesce(c.name, e.name, c.entity_id))), coalesce(e.search, '')`;
  const without = (item: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
    select null, c.entity_id, 1, c.name, c.entity_type, null, null, null, null, null, null, null, null, 1, null,
      null, 'unknown', 0, ${item}, ${named}
    from commands c left join entities e on e.id = c.entity_id ${more}`;
  const ofMember = sql`c.dispatch_id = ${id} and c.item = 0 and c.member = 1`;
  const requested = (more: RawBuilder<unknown>) => sql`exists (select 1 from (
      select c.entity_id, ${part} as part from commands c
      where c.dispatch_id = ${id} and c.id is not null and c.verdict <> 'unrequested') o
    where o.entity_id = c.entity_id ${more})`;
  // Who has one of several planned Commands lacks another only if the answer left it out.
  const isPart = outcome === 'accepted' && unaccounted > 0 && items.length > 1;
  const missing = sql`union all ${without(
    sql`i.item`,
    sql`cross join planned i where ${ofMember} and ${requested(sql``)}
      and not ${requested(sql`and o.part = i.item`)}`,
  )}`;
  return sql`with planned (item) as (values ${sql.join(items.map((_, at) => sql`(${sql.lit(at)})`))}),
    lines (key, entity_id, member, name, entity_type, position, id, type, value, trigger_at, status, error,
      verification, settled, changed_at, late_change_at, verdict, cannot, part, sort_name, search) as (
    select c.key, c.entity_id, c.member, case when c.member = 1 then c.name else e.name end,
      case when c.member = 1 then c.entity_type else e.type end, c.position, c.id, c.type, c.value,
      c.trigger_at, c.status, c.error, c.verification, c.settled, c.changed_at, c.late_change_at,
      ${shownVerdict}, case when ${cannotTake} then 1 else 0 end, ${part}, ${named}
    from commands c left join entities e on e.id = c.entity_id
    where c.dispatch_id = ${id} and c.id is not null
    union all ${without(
      sql`cast(null as integer)`,
      sql`where ${ofMember} and (c.id is null or c.verdict = 'unrequested') and not ${requested(sql``)}`,
    )} ${isPart ? missing : sql``})`;
}

type Part = 'title' | 'description';

/** A text of the error of a line `r`, and of its verification. */
function told(
  db: Kysely<Store>,
  part: Part,
): [RawBuilder<string | null>, RawBuilder<string | null>] {
  return hasRowLocks(db)
    ? [
        sql`(r.error::json ->> ${sql.lit(part)})`,
        sql`(r.verification::json #>> ${sql.lit(`{error,${part}}`)})`,
      ]
    : [
        sql`json_extract(r.error, ${sql.lit(`$.${part}`)})`,
        sql`json_extract(r.verification, ${sql.lit(`$.error.${part}`)})`,
      ];
}

/** The error of a line `r`, else that of its verification, in the order of `errorMessage`; null: none. */
export function errorText(db: Kysely<Store>): RawBuilder<string | null> {
  const titles = told(db, 'title');
  const [first, second] = told(db, 'description').map(
    (description, at) => sql`nullif(coalesce(nullif(${titles[at]}, '') ||
      coalesce(': ' || nullif(${description}, ''), ''), ${description}), '')`,
  );
  return sql`coalesce(${first}, ${second})`;
}

/** What lines `r` have in common that have one cause: the device's words, or of one that was not requested, what it is. */
function causeKeys(db: Kysely<Store>) {
  const isUrgent = sql`r.verdict in (${listed(VERDICTS.filter(needsAttention))})`;
  const wordsOf = (part: Part) => {
    const [error, verification] = told(db, part);
    return sql`case when ${isUrgent} then
      case when r.error is null then ${verification} else ${error} end end`;
  };
  const ifUnrequested = (column: RawBuilder<unknown>) =>
    sql`case when r.verdict = 'unrequested' then ${column} end`;
  const title = wordsOf('title');
  const description = wordsOf('description');
  const untitled = sql`case when ${title} is null then ${description} end`;
  const type = ifUnrequested(sql`r.type`);
  return { title, untitled, description, type, value: ifUnrequested(sql`r.value`) };
}

interface Group {
  part: number | null;
  verdict: string;
  settled: number;
  late: number;
  cannot: number;
  title: string | null;
  /** The description, if there is no title. */
  untitled: string | null;
  type: string | null;
  value: string | null;
  /** Of the descriptions, the first and the last one, and how many there are. */
  least: string | null;
  most: string | null;
  described: number;
  count: number;
}

/** The lines of known members, counted together where status and cause are the same. */
async function readGroups(
  db: Kysely<Store>,
  intent: IntentRow,
  where: RawBuilder<SqlBool>,
): Promise<(Tallied & Group)[]> {
  const { title, untitled, description, type, value } = causeKeys(db);
  const { rows } = await sql<Group>`${linesOf(intent)}
    select g.part, g.verdict, g.settled, g.late, g.cannot, g.title, g.untitled, g.type, g.value,
        min(g.said) as least, max(g.said) as most, count(g.said) as described, count(*) as count
      from (select r.part, r.verdict, r.settled, r.cannot, ${title} as title, ${untitled} as untitled,
          ${type} as type, ${value} as value, ${description} as said,
          case when r.late_change_at is null then 0 else 1 end as late
        from lines r where r.member = 1 and ${where}) g
      group by g.part, g.verdict, g.settled, g.late, g.cannot, g.title, g.untitled, g.type, g.value`.execute(
    db,
  );
  return rows.map((group) => {
    const { least, most, described, count } = group;
    const verdict = Verdict.parse(group.verdict);
    const isSilent = group.title === null && least === null;
    const error = isSilent ? null : { title: group.title, description: least };
    const cause = causeOf(verdict, { ...group, error, verification: null });
    const differs = least !== most || (described > 0 && described < count);
    return { ...group, verdict, cause, differs: differs && cause !== null && group.title !== null };
  });
}

/** A condition on lines `r`: they have this cause, as `tallyOf` names it. */
export async function hasCause(
  db: Kysely<Store>,
  intent: IntentRow,
  cause: string,
): Promise<RawBuilder<SqlBool>> {
  const keys = causeKeys(db);
  const groups = (await readGroups(db, intent, sql`1 = 1`)).filter(
    (each) => titleOf(each) === cause,
  );
  // Once each, however many planned items have it: a long condition is refused by SQLite.
  const conditions = new Map(
    groups.map(({ verdict, title, untitled, type, value }) => [
      JSON.stringify([verdict, title, untitled, type, value]),
      sql`(r.verdict = ${verdict}
        and ${keys.title} is not distinct from ${title}
        and ${keys.untitled} is not distinct from ${untitled}
        and ${keys.type} is not distinct from ${type} and ${keys.value} is not distinct from ${value})`,
    ]),
  );
  return conditions.size === 0
    ? sql`1 = 0`
    : sql`(${sql.join([...conditions.values()], sql` or `)})`;
}

/**
 * A dispatch with the figures of its known members, by planned item. Those without a Command count while an accepted
 * answer that left them out is open; the check reports the rest.
 * @param id the dispatch id, which is the Idempotency-Key it was sent with
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readBatch(db: Kysely<Store>, id: string, now: number): Promise<BatchDetail> {
  const intent = await findBatch(db, id);
  const [batch] = await summariesOf(db, [intent], now);
  if (batch === undefined) throw failure(404, 'not_found', `There is no batch ${id}.`);
  const isCounted = batch.outcome === 'accepted' && isOpenOutcome(batch);
  const groups = await readGroups(db, intent, isCounted ? sql`1 = 1` : sql`r.key is not null`);
  return {
    batch,
    parts: batch.items.map((_, at) =>
      tallyOf(groups.filter(({ part }) => part === null || part === at)),
    ),
    record: await keptHash(db, id),
    asOf: isoInstant(now),
  };
}
