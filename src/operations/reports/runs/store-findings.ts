import type { Kysely } from 'kysely';
import type { Exclusion, ReportFinding } from '../../../contract/console/report-exceptions.ts';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { insertRows } from './insert-rows.ts';

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no'>;

/** A finding of an Entity; 0 in place of a session: of the Entity itself. */
export interface EntityFinding {
  kind: ReportFinding;
  sessionNo: number;
  detail: string | null;
}

/**
 * Stores findings of an Entity, and counts them.
 * @param excluded why sessions are in no total: these are counted too, and stand with the sessions themselves
 */
export async function storeFindings(
  trx: Kysely<Store>,
  { run_no, entity_no }: EntityKey,
  findings: readonly EntityFinding[],
  excluded: readonly Exclusion[] = [],
): Promise<void> {
  await insertRows(
    trx,
    'report_findings',
    ['run_no', 'entity_no', 'kind', 'session_no', 'detail'],
    findings.map(({ kind, sessionNo, detail }) => ({
      run_no,
      entity_no,
      kind,
      session_no: sessionNo,
      detail,
    })),
  );
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const reason of excluded) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  await insertRows(
    trx,
    'report_finding_counts',
    ['run_no', 'kind', 'entity_no', 'count'],
    [...counts].map(([kind, count]) => ({ run_no, kind, entity_no, count })),
    `on conflict (run_no, kind, entity_no)
      do update set count = report_finding_counts.count + excluded.count`,
  );
}
