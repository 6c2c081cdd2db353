import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findSaved } from '../definitions/definitions.ts';
import { keepDraft } from './draft.ts';
import { prepareRun } from './prepare-run.ts';
import { createRun } from './runs.ts';

/** The input of a new report. */
interface Start {
  definition: ReportDefinition;
  saved: { id: string; version: number } | null;
  /** The draft whose figures are on screen. */
  draft?: string | undefined;
}

/**
 * Begins a run of a definition, or makes it from a draft with the same question.
 * @param now milliseconds since the epoch
 * @returns the run's id
 * @throws Failure as `prepareRun`; 404 for a saved definition that does not exist
 */
export async function startReport(
  db: Kysely<Store>,
  { definition, draft, saved: of }: Start,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<string> {
  const saved = await findSaved(db, of, definition);
  const kept = { definition, saved };
  if (draft !== undefined && (await keepDraft(db, draft, kept, by, now))) {
    return draft;
  }
  return createRun(db, { definition, saved, ...(await prepareRun(db, definition)) }, by, now);
}
