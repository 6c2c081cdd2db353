import type { Kysely } from 'kysely';
import {
  ENTITY_FINDINGS,
  EXCLUSIONS,
  SESSION_FINDINGS,
} from '../../../contract/console/report-exceptions.ts';
import type { ReportFindingCounts } from '../../../contract/console/report-result.ts';
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
  };
}
