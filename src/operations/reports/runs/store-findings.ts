import type { Kysely } from 'kysely';
import type { Exclusion, ReportFinding } from '../../../contract/console/report-exceptions.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { insertRows } from '../../../store/insert-rows.ts';

/** Anomalies of an Entity and its sessions. */
export interface EntityFindings {
  entityNo: number;
  findings: readonly EntityFinding[];
  /** Why sessions are in no total: counted here, and stored with the sessions themselves. */
  excluded: readonly Exclusion[];
}

/** A finding; session 0 means the Entity itself. */
export interface EntityFinding {
  kind: ReportFinding;
  sessionNo: number;
  detail: string | null;
}

/** Stores findings of Entities of a run, and counts them. */
export async function storeFindings(
  trx: Kysely<Store>,
  runNo: number,
  of: readonly EntityFindings[],
): Promise<void> {
  const rows: Store['report_findings'][] = [];
  const counts: Store['report_finding_counts'][] = [];
  for (const { entityNo, findings, excluded } of of) {
    const own = new Map<string, number>();
    for (const { kind, sessionNo, detail } of findings) {
      rows.push({ run_no: runNo, entity_no: entityNo, kind, session_no: sessionNo, detail });
      own.set(kind, (own.get(kind) ?? 0) + 1);
    }
    for (const reason of excluded) own.set(reason, (own.get(reason) ?? 0) + 1);
    for (const [kind, count] of own) {
      counts.push({ run_no: runNo, kind, entity_no: entityNo, count });
    }
  }
  await insertRows(
    trx,
    'report_findings',
    ['run_no', 'entity_no', 'kind', 'session_no', 'detail'],
    rows,
  );
  await insertRows(
    trx,
    'report_finding_counts',
    ['run_no', 'kind', 'entity_no', 'count'],
    counts,
    `on conflict (run_no, kind, entity_no)
      do update set count = report_finding_counts.count + excluded.count`,
  );
}
