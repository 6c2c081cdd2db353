import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isoInstant } from '../../domain/instant.ts';
import { judge } from '../../operations/dispatch/check/guard.ts';
import { readSituation } from '../../operations/dispatch/check/situation.ts';
import { recordIntent } from '../../operations/dispatch/send/ledger.ts';
import { recordOutcome } from '../../operations/dispatch/send/outcome-store.ts';
import { unknownOutcome } from '../../operations/dispatch/send/outcome.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { OffsetRange } from '../../domain/service-clock.ts';
import { FLEET } from './console-harness.ts';

const BY = { operator: { id: 'o', name: 'Ada', role: 'operator' as const }, sessionHash: 's' };

/**
 * Stores a dispatch with an unknown outcome.
 * @param given now, the Service's clock, and the planned time; absent: for now
 * @returns the dispatch id
 */
export async function unknownDispatch(
  db: Kysely<Store>,
  given: { now: number; dates: OffsetRange | null; type: string; at?: number },
): Promise<string> {
  const { now, dates, type, at } = given;
  const dispatchId = randomUUID();
  const request = {
    dispatchId,
    kind: at === undefined ? ('now' as const) : ('schedule' as const),
    collectiveId: FLEET,
    items: [{ type, value: null, triggerTime: at === undefined ? null : isoInstant(at) }],
    planned: [null],
    ignoreCooldown: false,
    reason: null,
    override: null,
    previousId: null,
    bodyHash: 'h',
  };
  const look = { now, windowMs: 0 };
  const { digest: override } = judge(await readSituation(db, request, look), request, look);
  await recordIntent(db, { ...request, override }, BY, { now, guardWindowMs: 0, dates });
  const cause = { status: 502, upstreamStatus: null };
  await recordOutcome(db, request, unknownOutcome(dispatchId, 'It broke.', cause), now);
  return dispatchId;
}

/** Stores that a person closed a dispatch, at an instant in milliseconds since the epoch. */
export async function closeAs(
  db: Kysely<Store>,
  dispatchId: string,
  at: number,
  verdict: 'landed' | 'not-landed',
): Promise<void> {
  const by = { reason: 'Asked the depot', operator_id: 'o', operator_name: 'Ada' };
  await db
    .insertInto('closings')
    .values({ dispatch_id: dispatchId, at, verdict, ...by })
    .execute();
}
