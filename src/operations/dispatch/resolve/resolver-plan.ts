import type { Kysely } from 'kysely';
import { Evidence, type ResolutionVerdict } from '../../../contract/console/resolution.ts';
import type { ResolutionRow } from '../../../store/schema/resolution-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import type { ResolverLimits } from './resolver-store.ts';
import { clockOfSend } from './send-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** When the console checks again after a send, beside at once and after the settling time. */
const LOOKS_MS = [
  MINUTE_MS,
  4 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
];
/** Dispatches whose checks begin together. */
const BEGUN_AT_ONCE = 50;

type Counts = Record<Evidence, number>;

function verdictOf(counts: Counts, early: boolean): ResolutionVerdict {
  const { certain, probable, none, unchecked } = counts;
  const total = certain + probable + none + unchecked;
  if (total === 0) return 'uncheckable';
  if (unchecked > 0) return 'incomplete';
  if (certain === total) return 'landed';
  if (none === total) return early ? 'too-early' : 'none';
  return probable > 0 ? 'probable' : 'partly';
}

/** When to check again for what was not found with certainty, or null after the last check. */
function nextLookAt(
  verdict: ResolutionVerdict,
  sentAt: number,
  { now, settleMs, early }: { now: number; settleMs: number; early: boolean },
): number | null {
  if (verdict === 'landed' || verdict === 'uncheckable') return null;
  if (early) return Math.max(sentAt + settleMs, now);
  const looks = [settleMs, ...LOOKS_MS].toSorted((a, b) => a - b);
  return looks.map((ms) => sentAt + ms).find((at) => at > now) ?? null;
}

/**
 * Ends a check whose members were all read, with its verdict, and plans the next one.
 * @param now milliseconds since the epoch
 */
export async function finishResolution(
  db: Kysely<Store>,
  resolution: ResolutionRow,
  now: number,
  limits: Pick<ResolverLimits, 'settleMs' | 'horizonMs'>,
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
      .where('id', '=', resolution.dispatch_id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const clock = await clockOfSend(trx, intent);
    const endedAt = intent.outcome_at ?? now;
    // A certain find is kept from an earlier check; only missing ones must be read late enough.
    const early = rows.some(
      ({ evidence, first }) =>
        evidence !== 'certain' && first !== null && first < endedAt + limits.settleMs,
    );
    const verdict = verdictOf(counts, early);
    await trx
      .updateTable('resolutions')
      .set({
        state: 'done',
        finished_at: now,
        verdict,
        clock_low: clock === null ? null : Math.floor(clock.lowMs),
        clock_high: clock === null ? null : Math.ceil(clock.highMs),
        clock_confirmed: clock?.confirmed === true ? 1 : 0,
        horizon_at: endedAt + limits.horizonMs,
      })
      .where('id', '=', resolution.id)
      .execute();
    // All rows show the evidence of the finished check.
    await trx
      .updateTable('resolution_members')
      .set({ version })
      .where('resolution_id', '=', resolution.id)
      .execute();
    await trx
      .updateTable('commands')
      .set({ version })
      .where('dispatch_id', '=', resolution.dispatch_id)
      .execute();
    await trx
      .updateTable('intents')
      .set({ version, next_check_at: nextLookAt(verdict, endedAt, { now, early, ...limits }) })
      .where('id', '=', resolution.dispatch_id)
      .execute();
  });
}

/**
 * Dispatches whose unknown Entities the console checks next: at once, when the Service had time to show
 * what landed, and at growing intervals for a day.
 * @returns soonest first, each with the instant at which it is due, in milliseconds since the epoch
 */
export async function plannedChecks(
  db: Kysely<Store>,
): Promise<{ dispatchId: string; dueAt: number }[]> {
  const rows = await db
    .selectFrom('intents')
    .where('next_check_at', 'is not', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('resolutions')
            .whereRef('resolutions.dispatch_id', '=', 'intents.id')
            .where('resolutions.state', '=', 'running')
            .select('resolutions.id'),
        ),
      ),
    )
    .orderBy('next_check_at')
    .limit(BEGUN_AT_ONCE)
    .select(['id', 'next_check_at'])
    .execute();
  return rows.map(({ id, next_check_at: dueAt }) => ({ dispatchId: id, dueAt: dueAt ?? 0 }));
}
