import type { Kysely } from 'kysely';
import { Evidence, type ResolutionVerdict } from '../../contract/console/resolution.ts';
import type { ResolutionRow, Store } from '../store/schema.ts';
import { nextVersion } from '../store/version.ts';
import type { ResolverLimits } from './resolver-store.ts';

/** Checks of one batch that the console begins by itself, at most; an operator can begin more. */
const CHECKS_MAX = 6;
/** The pause before the third check in milliseconds; it is multiplied for each further one. */
const PAUSE_MS = 60_000;
const PAUSE_FACTOR = 4;
/** The pause before the second check of what could not be read. */
const SOON_MS = 1000;
/** Unknown outcomes that are looked at in one go. */
const LOOK_AT = 200;

type Counts = Record<Evidence, number>;

function verdictOf(counts: Counts, early: boolean): ResolutionVerdict {
  const { certain, probable, none, unchecked } = counts;
  const total = certain + probable + none + unchecked;
  if (total === 0 || unchecked > 0) return 'incomplete';
  if (certain === total) return 'landed';
  if (none === total) return early ? 'too-early' : 'none';
  return probable > 0 ? 'probable' : 'partly';
}

/**
 * Ends a check of which every member was read, with its verdict.
 * @param now milliseconds since the epoch
 */
export async function finishResolution(
  db: Kysely<Store>,
  resolution: ResolutionRow,
  now: number,
  limits: Pick<ResolverLimits, 'settleMs'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const rows = await trx
      .selectFrom('resolution_members')
      .where('resolution_id', '=', resolution.id)
      .groupBy('evidence')
      .select((row) => [
        'evidence',
        row.fn.countAll<number>().as('count'),
        row.fn.min('checked_at').as('first'),
      ])
      .execute();
    const counts: Counts = { certain: 0, probable: 0, none: 0, unchecked: 0 };
    for (const { evidence, count } of rows) counts[Evidence.parse(evidence)] = count;
    const intent = await trx
      .selectFrom('intents')
      .where('id', '=', resolution.intent_id)
      .select('outcome_at')
      .executeTakeFirstOrThrow();
    const settledAt = (intent.outcome_at ?? now) + limits.settleMs;
    const early = rows.some(({ first }) => first !== null && first < settledAt);
    await trx
      .updateTable('resolutions')
      .set({ state: 'done', finished_at: now, verdict: verdictOf(counts, early) })
      .where('id', '=', resolution.id)
      .execute();
    // All rows show the evidence of the check that has ended.
    await trx
      .updateTable('resolution_members')
      .set({ version })
      .where('resolution_id', '=', resolution.id)
      .execute();
    await trx
      .updateTable('commands')
      .set({ version })
      .where('intent_id', '=', resolution.intent_id)
      .execute();
    await trx
      .updateTable('intents')
      .set({ version })
      .where('id', '=', resolution.intent_id)
      .execute();
  });
}

/**
 * Unknown outcomes that the console is to check by itself: at once, once more when the Service had time
 * to show what landed, and again with growing pauses what could not be read.
 * @returns intents with the instant at which their next check is due, in milliseconds since the epoch
 */
export async function plannedChecks(
  db: Kysely<Store>,
  { settleMs }: Pick<ResolverLimits, 'settleMs'>,
): Promise<{ intentId: string; dueAt: number }[]> {
  const open = await db
    .selectFrom('intents')
    .where('outcome', '=', 'unknown')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('resolutions')
            .whereRef('resolutions.intent_id', '=', 'intents.id')
            .where((own) =>
              own.or([
                own('resolutions.state', '=', 'running'),
                own('resolutions.verdict', '=', 'landed'),
                own.and([
                  own('resolutions.verdict', 'in', ['partly', 'probable', 'none']),
                  own(
                    'resolutions.started_at',
                    '>=',
                    own('intents.outcome_at', '+', settleMs).$castTo<number>(),
                  ),
                ]),
              ]),
            )
            .select('resolutions.id'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(LOOK_AT)
    .select(['id', 'outcome_at', 'member_count'])
    .execute();
  if (open.length === 0) return [];
  const done = await db
    .selectFrom('resolutions')
    .where(
      'intent_id',
      'in',
      open.map(({ id }) => id),
    )
    .orderBy('started_at')
    .orderBy('id')
    .select(['intent_id', 'verdict', 'finished_at'])
    .execute();
  return open.flatMap(({ id, outcome_at: outcomeAt, member_count: members }) => {
    const own = done.filter((row) => row.intent_id === id);
    const last = own.at(-1);
    if (last === undefined) return [{ intentId: id, dueAt: 0 }];
    if (members === 0 || own.length >= CHECKS_MAX) return [];
    const settledAt = (outcomeAt ?? 0) + settleMs;
    const finishedAt = last.finished_at ?? settledAt;
    if (last.verdict !== 'incomplete') return [{ intentId: id, dueAt: settledAt }];
    const pause =
      own.length === 1 ? SOON_MS : PAUSE_MS * PAUSE_FACTOR ** Math.max(own.length - 2, 0);
    return [{ intentId: id, dueAt: Math.max(settledAt, finishedAt + pause) }];
  });
}
