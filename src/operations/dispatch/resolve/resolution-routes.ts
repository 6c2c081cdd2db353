import type { Kysely } from 'kysely';
import { defineRoute } from '../../../http/define-route.ts';
import { failure } from '../../../http/problems.ts';
import { act, type Route } from '../../../http/route.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Closing } from '../../../contract/console/resolution.ts';
import type { ClosingRequest } from '../../../contract/console/resolution-routes.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { insertRow } from '../../../store/insert-rows.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockBatch } from '../lock-dispatch.ts';
import { findBatch } from '../batches/batch-lines.ts';
import type { Resolver } from './resolver.ts';

/**
 * Closes an unknown outcome by an operator's decision. Nothing is sent, and the console keeps looking and shows
 * what it finds later. Closing again replaces the decision; every closing is kept.
 * @param now milliseconds since the epoch
 * @throws Failure 404 without such a batch, 400 if nothing of it is unknown
 */
async function closeOutcome(
  db: Kysely<Store>,
  id: string,
  given: ClosingRequest,
  by: SignedIn,
  now: number,
): Promise<Closing> {
  return inTransaction(db, async (trx) => {
    await lockBatch(trx, id);
    const intent = await findBatch(trx, id);
    if (intent.outcome !== 'unknown' && intent.unaccounted === 0) {
      throw failure(400, 'invalid_request', 'Nothing of this batch is unknown.');
    }
    const last = await trx
      .selectFrom('closings')
      .where('dispatch_id', '=', id)
      .select((row) => row.fn.max('at').as('at'))
      .executeTakeFirst();
    // Keeps the order of two closings within a millisecond.
    const at = Math.max(now, (last?.at ?? 0) + 1);
    await insertRow(trx, 'closings', {
      dispatch_id: id,
      at,
      verdict: given.verdict,
      reason: given.reason,
      operator_id: by.operator.id,
      operator_name: by.operator.name,
    });
    return { ...given, operatorName: by.operator.name, at: isoInstant(at) };
  });
}

/** The routes that check an unknown outcome again, and by which a person closes it. */
export function resolutionRoutes(parts: {
  clock: Pick<Clock, 'now'>;
  resolver: Pick<Resolver, 'check'>;
  onChange: (dispatchId: string) => void;
}): Route[] {
  const { clock, resolver, onChange } = parts;
  const ofBatch = { dispatchParam: 'id' } as const;
  const check = {
    permission: 'dispatch',
    audit: act('resolve', 'batch {id}', { effect: 'elsewhere', ...ofBatch }),
  } as const;
  const close = {
    permission: 'dispatch',
    audit: act('outcome-closed', 'batch {id}', ofBatch),
  } as const;
  return [
    defineRoute(CONSOLE_ROUTES.resolve, check, ({ params, signedIn }) =>
      resolver.check(params.id, signedIn.operator.name),
    ),
    defineRoute(CONSOLE_ROUTES.closeOutcome, close, async ({ params, body, signedIn, record }) => {
      const closing = await record.done((trx) =>
        closeOutcome(trx, params.id, body, signedIn, clock.now()),
      );
      onChange(params.id);
      return closing;
    }),
  ];
}
