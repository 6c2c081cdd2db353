import type { Kysely } from 'kysely';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { hideRuns } from './hide-runs.ts';
import { REMOVED, findRunFor } from './runs.ts';

/** How long a draft lives after its last use, in milliseconds. */
export const DRAFT_LIFE_MS = 3_600_000;
/** A use is noted at most this often, so that reading figures does not write all the time. */
const RENEW_MS = 60_000;

/**
 * The row of a run that an operator opens; a draft then lives longer.
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function lookAtRun(
  db: Kysely<Store>,
  id: string,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<ReportRunRow> {
  const run = await findRunFor(db, id, by);
  const until = now + DRAFT_LIFE_MS;
  if (run.draft_until === null || run.draft_until > until - RENEW_MS) return run;
  try {
    await db
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .where('draft_until', 'is not', null)
      .where('state', 'not in', REMOVED)
      .set({ draft_until: until })
      .execute();
  } catch {
    // A store that cannot be written is still read.
  }
  return run;
}

/** Hides drafts that were not used for long. @param now milliseconds since the epoch */
export async function expireDrafts(db: Kysely<Store>, now: number): Promise<void> {
  const overdue = (from: Kysely<Store>) =>
    from
      .selectFrom('report_runs')
      .where('draft_until', '<=', now)
      .where('state', 'not in', REMOVED)
      .select('run_no')
      .execute();
  if ((await overdue(db)).length === 0) return;
  await db.transaction().execute(async (trx) => {
    const runs = await overdue(trx);
    await hideRuns(
      trx,
      runs.map(({ run_no: no }) => no),
    );
  });
}

/** Removes the rows of drafts without other data; the newest run stays, so that no number is reused. */
export async function forgetRemovedDrafts(trx: Kysely<Store>): Promise<void> {
  await trx
    .deleteFrom('report_runs')
    .where('state', '=', 'gone')
    .where('draft_until', 'is not', null)
    .where('run_no', '<', (row) =>
      row.selectFrom('report_runs as newest').select((of) => of.fn.max('newest.run_no').as('no')),
    )
    .execute();
}
