import type { Kysely } from 'kysely';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { removeFromRollups } from './rollups.ts';

const TABLES = [
  'report_slices',
  'report_sessions',
  'report_findings',
  'report_finding_counts',
] as const;

/** Removes the sessions of an Entity from a run, and subtracts them from every sum. In a transaction. */
export async function forgetEntity(
  trx: Kysely<Store>,
  { run_no, entity_no }: Pick<ReportEntityRow, 'run_no' | 'entity_no'>,
): Promise<void> {
  await removeFromRollups(trx, run_no, entity_no);
  for (const table of TABLES) {
    await trx
      .deleteFrom(table)
      .where('run_no', '=', run_no)
      .where('entity_no', '=', entity_no)
      .execute();
  }
}
