import type { Kysely } from 'kysely';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Hides runs at once. Wake the remover of their rows afterwards. */
export async function hideRuns(trx: Kysely<Store>, runNos: readonly number[]): Promise<void> {
  if (runNos.length === 0) return;
  await trx
    .updateTable('report_runs')
    .where('run_no', 'in', runNos)
    .set({ state: 'deleted' })
    .execute();
}

/** Whether another run was made from this one, so that it must stay. */
async function isReferred(trx: Kysely<Store>, id: string): Promise<boolean> {
  const made = await trx
    .selectFrom('report_runs')
    .where('relation_run', '=', id)
    .select('id')
    .limit(1)
    .execute();
  return made.length > 0;
}

/** Hides a run that another one replaces, if the same operator made it and no other run was made from it. */
export async function hideReplaced(
  trx: Kysely<Store>,
  run: Pick<ReportRunRow, 'id' | 'run_no' | 'operator_id'>,
  { operator }: Pick<SignedIn, 'operator'>,
): Promise<void> {
  if (run.operator_id !== operator.id || (await isReferred(trx, run.id))) return;
  await hideRuns(trx, [run.run_no]);
}
