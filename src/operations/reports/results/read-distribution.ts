import { sql, type Kysely } from 'kysely';
import type { ReportDistribution } from '../../../contract/console/report-result.ts';
import { bucketsOf } from '../../../domain/reports/distribution.ts';
import { MICRO } from '../../../domain/reports/exact.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { mainUnit } from './read-groups.ts';

interface Row {
  class: number | string | null;
  sessions: number | string;
}

/** Decimal digits of the largest values that are added. */
const MOST_DIGITS = 15;

/** A whole number with zeros after its third digit; -1 below zero. Division truncates in both databases. */
function threeDigits(value: string): string {
  const cases = Array.from({ length: MOST_DIGITS - 3 }, (_, at) => {
    const step = 10 ** (at + 1);
    return `when ${value} < ${step * 1000} then ${value} / ${step} * ${step}`;
  });
  const last = 10 ** (MOST_DIGITS - 2);
  return `case when ${value} is null then null when ${value} < 0 then -1
    when ${value} < 1000 then ${value} ${cases.join(' ')} else ${value} / ${last} * ${last} end`;
}

/**
 * The distribution of energy or duration over sessions; each counts as a whole, however the period
 * splits it. Sessions in no total are left out. The database counts by three digits, in one pass.
 * @param unit of energy, verbatim; null: none; absent: that of most sessions. All units for the duration
 */
export async function readDistribution(
  db: Kysely<Store>,
  runNo: number,
  { of, unit: wanted }: Pick<ReportDistribution, 'of'> & { unit?: string | null | undefined },
): Promise<ReportDistribution> {
  const isEnergy = of === 'energy';
  const unit = !isEnergy ? null : wanted === undefined ? await mainUnit(db, runNo) : wanted;
  // No duration if a session ends before it starts. Edges are whole minutes, so minutes suffice.
  const value = isEnergy
    ? 'x.energy'
    : 'case when x.end_ms >= x.start_ms then (x.end_ms - x.start_ms) / 60000 end';
  const ofUnit = isEnergy
    ? sql`and x.unit_no in (select u.unit_no from report_units u where u.unit = ${unit ?? ''})`
    : sql``;
  const { rows } = await sql<Row>`select class, count(*) as sessions from (
      select ${sql.raw(threeDigits('v.value'))} as class from (
        select ${sql.raw(value)} as value from report_sessions x
        where x.run_no = ${runNo} and x.excluded is null ${ofUnit}
      ) v
    ) c group by class`.execute(db);
  const counts = rows.flatMap((row) =>
    row.class === null ? [] : [{ from: BigInt(row.class), sessions: Number(row.sessions) }],
  );
  return {
    of,
    unit,
    buckets: bucketsOf(counts, isEnergy ? MICRO : 1n),
    without: Number(rows.find((row) => row.class === null)?.sessions ?? 0),
  };
}
