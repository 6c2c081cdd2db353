import { sql, type Kysely } from 'kysely';
import {
  DOUBTFUL_FINDINGS,
  ENTITY_FINDINGS,
  EXCLUSIONS,
  SESSION_FINDINGS,
} from '../../../contract/console/report-exceptions.ts';
import type {
  DoubtfulSessions,
  ReportFindingCounts,
} from '../../../contract/console/report-result.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Counts the findings and exclusions of a run, including zeros. */
export async function readFindingCounts(
  db: Kysely<Store>,
  runNo: number,
): Promise<ReportFindingCounts> {
  const counted = await db
    .selectFrom('report_finding_counts')
    .where('run_no', '=', runNo)
    .groupBy('kind')
    .select((row) => ['kind', row.fn.sum<number | string>('count').as('count')])
    .execute();
  const counts = new Map(counted.map(({ kind, count }) => [kind, Number(count)]));
  return {
    findings: [...SESSION_FINDINGS, ...ENTITY_FINDINGS].map((kind) => ({
      kind,
      count: counts.get(kind) ?? 0,
    })),
    exclusions: EXCLUSIONS.map((reason) => ({ reason, count: counts.get(reason) ?? 0 })),
    doubtful: await readDoubtful(db, runNo),
  };
}

/** The sessions of a run with an energy in doubt, each once. */
export const DOUBTFUL_SESSIONS = sql`(select distinct d.run_no, d.entity_no, d.session_no
  from report_findings d where d.session_no > 0 and d.kind in (${sql.join([...DOUBTFUL_FINDINGS])}))`;

interface DoubtfulRow {
  by: string;
  unit: string;
  sessions: number | string;
}

/** Counts sessions in the totals whose energy is in doubt, by `by` and unit. */
async function countDoubtful(db: Kysely<Store>, runNo: number, by: string): Promise<DoubtfulRow[]> {
  const { rows } = await sql<DoubtfulRow>`select ${sql.raw(by)} as by, u.unit, count(*) as sessions
    from ${DOUBTFUL_SESSIONS} k
    join report_sessions x
      on x.run_no = k.run_no and x.entity_no = k.entity_no and x.session_no = k.session_no
    join report_entities e on e.run_no = k.run_no and e.entity_no = k.entity_no
    join report_units u on u.unit_no = x.unit_no
    where k.run_no = ${runNo} and x.excluded is null group by 1, u.unit order by 3 desc`.execute(
    db,
  );
  return rows;
}

/** Sessions in the totals of a run whose energy is in doubt, by unit, most first. */
export async function readDoubtful(db: Kysely<Store>, runNo: number): Promise<DoubtfulSessions> {
  const rows = await countDoubtful(db, runNo, `''`);
  return rows.map(({ unit, sessions }) => ({
    unit: unit === '' ? null : unit,
    sessions: Number(sessions),
  }));
}

/** The same for each Entity. @returns by its id and unit, as `${id} ${unit}` */
export async function readDoubtfulOfEntities(
  db: Kysely<Store>,
  runNo: number,
): Promise<Map<string, number>> {
  const rows = await countDoubtful(db, runNo, 'e.entity_id');
  return new Map(rows.map(({ by, unit, sessions }) => [`${by} ${unit}`, Number(sessions)]));
}
