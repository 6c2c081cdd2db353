import { sql, type Kysely, type RawBuilder } from 'kysely';
import type {
  ReportSessionFilter,
  ReportSessionRecord,
} from '../../contract/console/report-result.ts';
import { ReportSessionRecord as SessionRecord } from '../../contract/console/report-result.ts';
import { isoInstant } from '../../domain/instant.ts';
import { microsTextToText, microsToText } from '../../domain/reports/exact.ts';
import { dayNumber } from '../../domain/reports/zone-calendar.ts';
import type { Store } from '../store/schema.ts';

/** Where a list of sessions goes on: after this Entity and session, by their numbers in the run. */
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

/** What a slice must be for its session to belong to the group that was asked for. */
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

/** An empty text stands for none, as in the keys of groups. */
function orNone(column: string, value: string): RawBuilder<unknown> {
  return value === '' ? sql`${sql.raw(column)} is null` : sql`${sql.raw(column)} = ${value}`;
}

function sessionConditions(filter: ReportSessionFilter): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (filter.entity !== undefined) parts.push(sql`e.entity_id = ${filter.entity}`);
  if (filter.collectives !== undefined) parts.push(sql`e.collectives = ${filter.collectives}`);
  if (filter.location !== undefined) parts.push(orNone('p.location_id', filter.location));
  if (filter.address !== undefined) parts.push(orNone('p.address', filter.address));
  if (filter.excluded !== undefined) parts.push(sql`x.excluded = ${filter.excluded}`);
  if (filter.finding !== undefined) {
    parts.push(sql`exists (select 1 from report_findings f where f.run_no = x.run_no
      and f.kind = ${filter.finding} and f.entity_no = x.entity_no and f.session_no = x.session_no)`);
  }
  return parts;
}

/**
 * Reads sessions of a run in the order of its Entities, some at a time.
 * @param after where the list goes on; null: at its begin
 * @param limit at most so many
 */
export async function querySessions(
  db: Kysely<Store>,
  runNo: number,
  filter: ReportSessionFilter,
  after: SessionPlaceInRun | null,
  limit: number,
): Promise<{ place: SessionPlaceInRun; session: ReportSessionRecord }[]> {
  const slice = sliceConditions(filter);
  const own = sql`s.run_no = x.run_no and s.entity_no = x.entity_no and s.session_no = x.session_no`;
  const inGroup = sql`select cast(sum(s.energy) as text) from report_slices s
    where ${and([own, ...slice])}`;
  const conditions = [
    sql`x.run_no = ${runNo}`,
    ...sessionConditions(filter),
    ...(slice.length === 0
      ? []
      : [sql`exists (select 1 from report_slices s where ${and([own, ...slice])})`]),
    ...(after === null
      ? []
      : [sql`(x.entity_no, x.session_no) > (${after.entityNo}, ${after.sessionNo})`]),
  ];
  const amounts = AMOUNTS.map((name) => `cast(x.${name} as text) as ${name}`).join(', ');
  const separator = sql.raw(`' '`);
  const { rows } =
    await sql<Row>`select x.entity_no, x.session_no, e.entity_id, e.name as entity_name,
      x.session_id, x.start_ms, x.end_ms, u.unit, x.power, x.excluded, ${sql.raw(amounts)},
      p.location_id, p.label, p.address, (${inGroup}) as in_group,
      (select string_agg(f.kind, ${separator}) from report_findings f where f.run_no = x.run_no
        and f.entity_no = x.entity_no and f.session_no = x.session_no) as findings
    from report_sessions x
    join report_entities e on e.run_no = x.run_no and e.entity_no = x.entity_no
    join report_places p on p.run_no = x.run_no and p.place_no = x.place_no
    join report_units u on u.unit_no = x.unit_no
    where ${and(conditions)}
    order by x.entity_no, x.session_no limit ${limit}`.execute(db);
  return rows.map((row) => ({
    place: { entityNo: row.entity_no, sessionNo: row.session_no },
    session: recordOf(row),
  }));
}

const amount = (micros: string | null) => (micros === null ? null : microsTextToText(micros));
const instant = (ms: number | string | null) => (ms === null ? null : isoInstant(Number(ms)));

function recordOf(row: Row): ReportSessionRecord {
  return SessionRecord.parse({
    entityId: row.entity_id,
    entityName: row.entity_name,
    id: row.session_id,
    start: instant(row.start_ms),
    end: instant(row.end_ms),
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
    unpriced: amount(row.unpriced),
    averagePowerW: row.power === null ? null : microsToText(BigInt(row.power) * 1000n),
    socStart: amount(row.soc_start),
    socEnd: amount(row.soc_end),
    rangeGainKm: amount(row.range_gain),
    locationId: row.location_id,
    locationLabel: row.label,
    address: row.address,
    excluded: row.excluded,
    findings: (row.findings ?? '').split(' ').filter((kind) => kind !== ''),
  });
}
