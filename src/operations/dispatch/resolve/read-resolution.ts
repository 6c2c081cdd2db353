import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { z } from '../../../contract/zod.ts';
import {
  ClosingVerdict,
  Evidence,
  ResolutionVerdict,
  type Closing,
  type Resolution,
} from '../../../contract/console/resolution.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { SETTLING } from '../../../domain/unknown-outcome.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The last closing of each of these intents, by intent; those never closed are absent. */
export async function closingsOf(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
): Promise<ReadonlyMap<string, Closing>> {
  if (dispatchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('closings')
    .where('dispatch_id', 'in', dispatchIds)
    .orderBy('at')
    .selectAll()
    .execute();
  return new Map(
    rows.map((row) => [
      row.dispatch_id,
      {
        verdict: ClosingVerdict.parse(row.verdict),
        reason: row.reason,
        operatorName: row.operator_name,
        at: isoInstant(row.at),
      },
    ]),
  );
}

const State = z.enum(['running', 'done']);
const orNull = (ms: number | null) => (ms === null ? null : isoInstant(ms));

const COUNTED = {
  landed: 'landed',
  'not-found': 'notFound',
  person: 'person',
  unread: 'unread',
} as const satisfies Record<Evidence, keyof Resolution['counts']>;

/**
 * What is known of each of these dispatches by its checks; those never checked are absent.
 * @param now milliseconds since the epoch
 */
export async function latestResolutions(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Resolution>> {
  if (dispatchIds.length === 0) return new Map();
  const checks = await db
    .selectFrom('resolutions')
    .innerJoin('intents', 'intents.id', 'resolutions.dispatch_id')
    .where('dispatch_id', 'in', dispatchIds)
    .selectAll('resolutions')
    .select('intents.next_check_at')
    .execute();
  const counted = await db
    .selectFrom('resolution_members')
    .where('dispatch_id', 'in', dispatchIds)
    .groupBy(['dispatch_id', 'evidence', 'words'])
    .orderBy('words')
    .select((row) => [
      'dispatch_id',
      'evidence',
      'words',
      row.fn.countAll<number>().as('count'),
      row.fn.min('missed_at').as('missedAt'),
    ])
    .execute();
  return new Map(
    checks.map((check) => {
      const counts = { landed: 0, notFound: 0, person: 0, unread: 0 };
      const failures: Resolution['failures'] = [];
      let checkedUntil: number | null = null;
      for (const { dispatch_id: id, evidence, words, count, missedAt } of counted) {
        if (id !== check.dispatch_id) continue;
        counts[COUNTED[Evidence.parse(evidence)]] += count;
        if (words !== null) failures.push({ words, count });
        if (evidence === 'not-found') checkedUntil = missedAt;
      }
      const resolution: Resolution = {
        dispatchId: check.dispatch_id,
        state: State.parse(check.state),
        operatorName: check.operator_name,
        startedAt: isoInstant(check.started_at),
        finishedAt: orNull(check.finished_at),
        checkedUntil: orNull(checkedUntil),
        nextCheckAt: orNull(check.next_check_at),
        isDue: check.next_check_at !== null && check.next_check_at <= now,
        horizonAt: orNull(check.horizon_at),
        counts,
        failures,
        verdict: check.verdict === null ? null : ResolutionVerdict.parse(check.verdict),
      };
      return [check.dispatch_id, resolution];
    }),
  );
}

/**
 * Whether a dispatch counts as unknown: its answer left Entities out, or was lost, and neither a check nor a
 * person has decided for good. The same as `isOpenOutcome` says of its summary.
 */
export const isOpenIntent: RawBuilder<SqlBool> = sql<SqlBool>`((intents.outcome = 'unknown'
    or intents.outcome = 'accepted' and intents.unaccounted > 0)
  and not exists (select 1 from closings x where x.dispatch_id = intents.id)
  and not exists (select 1 from resolutions r where r.dispatch_id = intents.id and r.horizon_at is null
    and r.verdict in (${sql.join(SETTLING.map((verdict) => sql.lit(verdict)))})))`;
