import { sql, type Kysely, type RawBuilder } from 'kysely';
import { Exclusion, SessionFinding } from '../../../contract/console/report-exceptions.ts';
import type {
  ReportSessionFilter,
  ReportSessionRecord,
} from '../../../contract/console/report-result.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { microsTextToText } from '../../../domain/reports/exact.ts';
import { dayNumber } from '../../../domain/reports/zone-calendar.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { wattsOf } from './group-sums.ts';
import { DOUBTFUL_SESSIONS } from './read-findings.ts';

/** The position in a list of sessions: after this Entity and session, by their numbers in the run. */
export interface SessionPlaceInRun {
  entityNo: number;
  sessionNo: number;
}

interface Row {
  entity_no: number;
  session_no: number;
  entity_id: string;
  entity_name: string | null;
  session_id: string;
  start_ms: number | string | null;
  end_ms: number | string | null;
  unit: string;
  in_group: string | null;
  energy: string | null;
  t1: string | null;
  t2: string | null;
  t3: string | null;
  t4: string | null;
  cost: string | null;
  unpriced: string;
  power: number | string | null;
  soc_start: string | null;
  soc_end: string | null;
  range_gain: string | null;
  location_id: string | null;
  label: string | null;
  address: string | null;
  zone: string | null;
  excluded: string | null;
  findings: string | null;
}

const AMOUNTS = [
  'energy',
  't1',
  't2',
  't3',
  't4',
  'cost',
  'unpriced',
  'soc_start',
  'soc_end',
  'range_gain',
];

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` and `);

/** Conditions for slices of sessions in the requested group. */
function sliceConditions(filter: ReportSessionFilter): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (filter.from !== undefined) parts.push(sql`s.day >= ${dayNumber(filter.from)}`);
  if (filter.to !== undefined) parts.push(sql`s.day <= ${dayNumber(filter.to)}`);
  if (filter.hour !== undefined) parts.push(sql`s.hour = ${filter.hour}`);
  if (filter.weekday !== undefined) {
    parts.push(sql`((s.day + 3) % 7 + 7) % 7 = ${filter.weekday - 1}`);
  }
  return parts;
}

/** An empty text means a missing value, as in the keys of groups. */
function orNone(column: string, value: string): RawBuilder<unknown> {
  return value === '' ? sql`${sql.raw(column)} is null` : sql`${sql.raw(column)} = ${value}`;
}

/** The session of `k`, with conditions. */
function sessionWith(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`exists (select 1 from report_sessions y join report_places p
    on p.run_no = y.run_no and p.place_no = y.place_no
    where y.run_no = k.run_no and y.entity_no = k.entity_no and y.session_no = k.session_no
      and ${and(conditions)})`;
}

const OWN_SLICES = sql`s.run_no = k.run_no and s.entity_no = k.entity_no and s.session_no = k.session_no`;

/**
 * The numbers of the requested sessions. The query starts from the table with the fewest
 * candidates: findings, else slices, else sessions, all in list order.
 */
function keysOf(
  runNo: number,
  filter: ReportSessionFilter,
  after: SessionPlaceInRun | null,
  limit: number,
): RawBuilder<unknown> {
  const { entity, collectives, location, address, excluded, finding } = filter;
  const slice = sliceConditions(filter);
  const conditions = [sql`k.run_no = ${runNo}`];
  if (after !== null) {
    conditions.push(sql`(k.entity_no, k.session_no) > (${after.entityNo}, ${after.sessionNo})`);
  }
  const entities: RawBuilder<unknown>[] = [];
  if (entity !== undefined) entities.push(sql`e.entity_id = ${entity}`);
  if (collectives !== undefined) entities.push(sql`e.collectives = ${collectives}`);
  if (entities.length > 0) {
    conditions.push(sql`k.entity_no in (select e.entity_no from report_entities e
      where e.run_no = ${runNo} and ${and(entities)})`);
  }
  const session: RawBuilder<unknown>[] = [];
  if (location !== undefined) session.push(orNone('p.location_id', location));
  if (address !== undefined) session.push(orNone('p.address', address));
  if (excluded === 'none') session.push(sql`y.excluded is null`);
  else if (excluded !== undefined) session.push(sql`y.excluded = ${excluded}`);
  if (session.length > 0) conditions.push(sessionWith(session));

  let from = sql`report_sessions`;
  if (finding !== undefined) {
    from = finding === 'doubtful' ? DOUBTFUL_SESSIONS : sql`report_findings`;
    if (finding !== 'doubtful') conditions.push(sql`k.kind = ${finding} and k.session_no > 0`);
    if (slice.length > 0) {
      conditions.push(
        sql`exists (select 1 from report_slices s where ${and([OWN_SLICES, ...slice])})`,
      );
    }
  } else if (slice.length > 0) {
    return sql`select k.run_no, k.entity_no, k.session_no
      from (select distinct s.run_no, s.entity_no, s.session_no from report_slices s
      where s.run_no = ${runNo} and ${and(slice)}) k
      where ${and(conditions)} order by k.entity_no, k.session_no limit ${limit}`;
  }
  return sql`select k.run_no, k.entity_no, k.session_no from ${from} k
    where ${and(conditions)} order by k.entity_no, k.session_no limit ${limit}`;
}

/**
 * Reads sessions of a run in the order of its Entities, in batches.
 * @param after the position in the list; null: the beginning
 * @param limit maximum number of sessions
 */
export function querySessions(
  db: Kysely<Store>,
  runNo: number,
  filter: ReportSessionFilter,
  after: SessionPlaceInRun | null,
  limit: number,
): Promise<PlacedRecord[]> {
  return recordsOf(db, keysOf(runNo, filter, after, limit), sliceConditions(filter));
}

/** Sessions with their position in the run, for continuing the list. */
export interface PlacedRecord {
  place: SessionPlaceInRun;
  session: ReportSessionRecord;
}

/** The displayed columns of sessions, in the order of their Entities. */
async function recordsOf(
  db: Kysely<Store>,
  keys: RawBuilder<unknown>,
  slices: readonly RawBuilder<unknown>[],
): Promise<PlacedRecord[]> {
  const inGroup = and([OWN_SLICES, ...slices]);
  const amounts = AMOUNTS.map((name) => `cast(x.${name} as text) as ${name}`).join(', ');
  const separator = sql.raw(`' '`);
  // The keys are selected first: only displayed sessions are looked up.
  const { rows } =
    await sql<Row>`select x.entity_no, x.session_no, e.entity_id, e.name as entity_name,
      x.session_id, x.start_ms, x.end_ms, u.unit, x.power, x.excluded, ${sql.raw(amounts)},
      p.location_id, p.label, p.address, p.zone,
      (select cast(sum(s.energy) as text) from report_slices s where ${inGroup}) as in_group,
      (select string_agg(f.kind, ${separator}) from report_findings f where f.run_no = k.run_no
        and f.entity_no = k.entity_no and f.session_no = k.session_no) as findings
    from (${keys}) k
    join report_sessions x
      on x.run_no = k.run_no and x.entity_no = k.entity_no and x.session_no = k.session_no
    join report_entities e on e.run_no = k.run_no and e.entity_no = k.entity_no
    join report_places p on p.run_no = k.run_no and p.place_no = x.place_no
    join report_units u on u.unit_no = x.unit_no
    order by k.entity_no, k.session_no`.execute(db);
  return rows.map((row) => ({
    place: { entityNo: row.entity_no, sessionNo: row.session_no },
    session: recordOf(row),
  }));
}

const amount = (micros: string | null) => (micros === null ? null : microsTextToText(micros));
const instant = (ms: number | string | null) => (ms === null ? null : isoInstant(Number(ms)));

const Findings = z.array(SessionFinding);

// Data stored by the console itself is only checked if an older version may have written it.
function recordOf(row: Row): ReportSessionRecord {
  return {
    entityId: row.entity_id,
    entityName: row.entity_name,
    id: row.session_id,
    start: instant(row.start_ms),
    end: instant(row.end_ms),
    zone: row.zone,
    unit: row.unit === '' ? null : row.unit,
    energy: amount(row.energy),
    energyInGroup: amount(row.in_group),
    registers: {
      t1: amount(row.t1),
      t2: amount(row.t2),
      t3: amount(row.t3),
      t4: amount(row.t4),
    },
    cost: amount(row.cost),
    unpriced: microsTextToText(row.unpriced),
    averagePowerW: row.power === null ? null : wattsOf(BigInt(row.power)),
    socStart: amount(row.soc_start),
    socEnd: amount(row.soc_end),
    rangeGainKm: amount(row.range_gain),
    locationId: row.location_id,
    locationLabel: row.label,
    address: row.address,
    excluded: row.excluded === null ? null : Exclusion.parse(row.excluded),
    findings: row.findings === null ? [] : Findings.parse(row.findings.split(' ')),
  };
}
