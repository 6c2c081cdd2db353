import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { resolvePeriod } from '../../../domain/reports/periods.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import { DRAFT_LIFE_MS } from './draft-life.ts';
import { hideReplaced } from './hide-runs.ts';
import { prepareRun } from './prepare-run.ts';
import { REMOVED, definitionOf, insertRun, type RunInput } from './runs.ts';

/** Maximum drafts of one operator, who may have several tabs. */
const DRAFTS_MOST = 3;

/** The existing drafts of an operator, newest first. */
function draftsOf(trx: Kysely<Store>, { operator }: Pick<SignedIn, 'operator'>) {
  return trx
    .selectFrom('report_runs')
    .where('operator_id', '=', operator.id)
    .where('draft_until', 'is not', null)
    .where('state', 'not in', REMOVED)
    .orderBy('run_no', 'desc')
    .selectAll()
    .execute();
}

/**
 * Begins a run that only shows figures. It replaces another draft of the operator, and their oldest one if they have
 * too many.
 * @param asked.replaces the draft that is no longer open, or null
 * @param now milliseconds since the epoch; presets count from its date in the definition's zone
 * @returns the run's id
 * @throws Failure as `prepareRun`
 */
export async function draftReport(
  db: Kysely<Store>,
  asked: { definition: ReportDefinition; replaces: string | null },
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<string> {
  const { definition, replaces } = asked;
  const input = { definition, saved: null, ...(await prepareRun(db, definition)) };
  return db.transaction().execute(async (trx) => {
    // First: all other writers wait, so that two do not count the same drafts.
    await lockReports(trx);
    const before = await draftsOf(trx, by);
    const made = await insertRun(trx, { ...input, draftUntil: now + DRAFT_LIFE_MS }, by, now);
    const others = before.filter(({ id }) => id !== replaces);
    const replaced = before.filter(({ id }) => id === replaces);
    for (const run of [...replaced, ...others.slice(DRAFTS_MOST - 1)]) {
      await hideReplaced(trx, run, by);
    }
    return made;
  });
}

/** Whether a run answers the definition as of now; the grouping does not change the figures. */
function isSameQuestion(run: ReportRunRow, definition: ReportDefinition, now: number): boolean {
  const { grouping } = definition;
  const { startMs, endMs } = resolvePeriod(definition.period, definition.zone, now);
  return (
    run.start_ms === startMs &&
    run.end_ms === endMs &&
    canonicalJson({ ...definitionOf(run), grouping }) === canonicalJson(definition)
  );
}

/**
 * Makes a report from a draft, without computing anything again.
 * @param now milliseconds since the epoch
 * @returns false if the operator no longer has such a draft, or it answers another question
 */
export function keepDraft(
  db: Kysely<Store>,
  id: string,
  { definition, saved }: Pick<RunInput, 'definition' | 'saved'>,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockReports(trx);
    const run = (await draftsOf(trx, by)).find((draft) => draft.id === id);
    if (run === undefined || (run.draft_until ?? 0) <= now) return false;
    if (!isSameQuestion(run, definition, now)) return false;
    await trx
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .set({
        draft_until: null,
        definition: JSON.stringify(definition),
        definition_id: saved?.id ?? null,
        definition_version: saved?.version ?? null,
        name: saved?.name ?? null,
      })
      .execute();
    return true;
  });
}
