import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { MOST_BATCH_ROWS } from '../../../contract/console/batch-routes.ts';
import type {
  BatchRow,
  BatchRowFilter,
  BatchRows,
  CommandHistory,
} from '../../../contract/console/batch.ts';
import { Evidence } from '../../../contract/console/resolution.ts';
import { Verification } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { urgencyOf } from '../../../domain/batch-tally.ts';
import { VERDICTS } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../http/problems.ts';
import { mayBeId, searchTerms } from '../../../lib/search-terms.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { CommandRow, IntentRow, Store } from '../../../store/schema/schema.ts';
import { errorText, findBatch, hasCause, linesOf, Verdict } from './batch-lines.ts';
import { observationsOf, triggerTimeOf } from './command-rows.ts';

type Query = BatchRowFilter & { offset?: number | undefined; limit?: number | undefined };

/** A line of a batch with its Command, whose columns are null without one. */
type Line = { [C in keyof Omit<CommandRow, 'item' | 'settled'>]: CommandRow[C] | null } & {
  entity_id: string;
  member: number;
  settled: number;
  shown: string;
  evidence: string | null;
};

const Matched = z.literal('check').nullable();
const instantOf = (ms: number | null) => (ms === null ? null : isoInstant(ms));

function rowOf(line: Line): BatchRow {
  return {
    entityId: line.entity_id,
    entityName: line.name,
    entityType: line.entity_type,
    commandId: line.id,
    position: line.position,
    type: line.type,
    value: line.value,
    triggerTime: triggerTimeOf(line),
    status: line.status,
    error: fromNullableJson(TitledError, line.error),
    verification: fromNullableJson(Verification, line.verification),
    observedAt: instantOf(line.observed_at),
    changedAt: instantOf(line.changed_at),
    readError: line.read_error,
    settled: line.settled === 1,
    lateChangeAt: instantOf(line.late_change_at),
    matched: Matched.parse(line.matched),
    evidence: Evidence.nullable().parse(line.evidence),
    alsoCommanded: line.member === 0,
    verdict: Verdict.parse(line.shown),
    foundLateAt: instantOf(line.found_late_at),
  };
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join([sql`1 = 1`, ...conditions], sql` and `)})`;

/** A term of a search: in the words of a line, or at the beginning of one of its ids. */
function hasTerm(db: Kysely<Store>, term: string): RawBuilder<SqlBool> {
  const text = term.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`);
  const words = [sql`r.name`, sql`r.entity_type`, sql`r.status`, errorText(db)].map(
    (word) => sql`lower(coalesce(${word}, ''))`,
  );
  const isIn = sql`${sql.join([...words, sql`r.search`], sql` || ' ' || `)} like ${`%${text}%`} escape '\\'`;
  if (!mayBeId(term)) return sql<SqlBool>`(${isIn})`;
  const begins = sql`like ${`${text}%`} escape '\\'`;
  return sql<SqlBool>`(${isIn} or lower(r.entity_id) ${begins} or lower(r.id) ${begins})`;
}

async function filterOf(db: Kysely<Store>, intent: IntentRow, query: BatchRowFilter) {
  const { item, verdict, cause, also, late } = query;
  const conditions = searchTerms(query.q).map((term) => hasTerm(db, term));
  if (item !== undefined) conditions.push(sql`(r.part is null or r.part = ${item})`);
  if (verdict !== undefined) conditions.push(sql`r.verdict = ${verdict}`);
  if (cause !== undefined) {
    conditions.push(await hasCause(db, intent, cause));
  }
  if (also !== undefined) conditions.push(sql`r.member = 0`);
  else if (verdict !== undefined || cause !== undefined) conditions.push(sql`r.member = 1`);
  if (late !== undefined) conditions.push(sql`r.late_change_at is not null`);
  return all(conditions);
}

const ranked = (rankOf: (verdict: (typeof VERDICTS)[number]) => number) =>
  sql<number>`case r.verdict ${sql.join(
    VERDICTS.map((verdict) => sql`when ${sql.lit(verdict)} then ${sql.lit(rankOf(verdict))}`),
    sql` `,
  )} end`;

/** What the lines are ordered by, before their names; null: missing, which comes last in either direction. */
function ordersOf(db: Kysely<Store>, { sort, orderedAt }: BatchRowFilter): RawBuilder<unknown>[] {
  switch (sort) {
    case undefined: {
      const until = instantMs(orderedAt ?? null) ?? Number.MAX_SAFE_INTEGER;
      const urgency = ranked(urgencyOf);
      const later = sql.lit(urgencyOf('pending'));
      return [
        sql`1 - r.member`,
        sql`case when r.changed_at > ${until} then ${later} else ${urgency} end`,
      ];
    }
    case 'entity':
      return [sql`r.sort_name`];
    case 'type':
      return [sql`lower(r.entity_type)`];
    case 'command':
      return [sql`lower(r.type)`];
    case 'status':
      return [ranked((verdict) => VERDICTS.indexOf(verdict)), sql`lower(coalesce(r.status, ''))`];
    case 'trigger':
      return [sql`r.trigger_at`];
    case 'error':
      return [sql`lower(${errorText(db)})`];
    case 'change':
      return [sql`r.changed_at`];
  }
}

/** Some lines with their Commands, in the order asked for. */
async function readLines(
  db: Kysely<Store>,
  intent: IntentRow,
  where: RawBuilder<SqlBool>,
  query: Query,
): Promise<Line[]> {
  const { offset = 0, limit = MOST_BATCH_ROWS, order = 'asc' } = query;
  const keys = ordersOf(db, query).flatMap((key) => [
    { key: sql`case when ${key} is null then 1 else 0 end`, direction: sql.raw('asc') },
    { key, direction: sql.raw(order) },
  ]);
  const last = [
    sql`1 - r.member`,
    sql`r.sort_name`,
    sql`r.entity_id`,
    sql`coalesce(r.position, -1)`,
  ];
  const by = [...keys, ...last.map((key) => ({ key, direction: sql.raw('asc') }))];
  const named = by.map(({ key }, at) => sql`${key} as ${sql.raw(`by${at}`)}`);
  const ordered = sql.join(by.map(({ direction }, at) => sql`${sql.raw(`by${at}`)} ${direction}`));
  const { rows } = await sql<Line>`${linesOf(intent)}
    select p.*, p.verdict as shown, c.trigger_time, c.observed_at, c.read_error, c.matched,
        c.found_late_at, m.evidence
      from (select r.*, ${sql.join(named)} from lines r where ${where}
        order by ${ordered} limit ${limit} offset ${offset}) p
      left join commands c on c.key = p.key
      left join resolution_members m on m.dispatch_id = ${intent.id} and m.entity_id = p.entity_id
        and p.member = 1
      order by ${ordered}`.execute(db);
  return rows;
}

/**
 * A page of the rows of a batch: a row for each Command, and for each known member without one.
 * @param id the dispatch id
 * @param query filters, order, and the page; without a limit as many rows as one answer may have
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readRows(
  db: Kysely<Store>,
  id: string,
  query: Query,
  now: number,
): Promise<BatchRows> {
  const intent = await findBatch(db, id);
  const where = await filterOf(db, intent, query);
  const { rows } = await sql<{ total: number }>`${linesOf(intent)}
    select count(*) as total from lines r where ${where}`.execute(db);
  const lines = await readLines(db, intent, where, query);
  return { rows: lines.map(rowOf), total: rows[0]?.total ?? 0, asOf: isoInstant(now) };
}

/**
 * All observed changes of one Command, in order.
 * @param id the dispatch id
 * @param position of the Command in its batch
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readHistory(
  db: Kysely<Store>,
  id: string,
  position: number,
  now: number,
): Promise<CommandHistory> {
  const intent = await findBatch(db, id);
  const [line] = await readLines(db, intent, sql`r.position = ${position}`, { limit: 1 });
  const command = await db
    .selectFrom('sent_commands')
    .where('key', '=', line?.key ?? 0)
    .selectAll()
    .executeTakeFirst();
  if (line === undefined || command === undefined) {
    throw failure(404, 'not_found', `The batch ${id} has no Command at position ${position}.`);
  }
  const before = await db
    .selectFrom('command_changes')
    .where('command_key', '=', command.key)
    .orderBy('sequence')
    .selectAll()
    .execute();
  return { row: rowOf(line), observations: observationsOf(before, command), asOf: isoInstant(now) };
}
