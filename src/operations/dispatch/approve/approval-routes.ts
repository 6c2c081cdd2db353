import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Sessions } from '../../../access/sessions.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { act, type Act, type Route } from '../../../http/route.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findBatch } from '../batches/batch-lines.ts';
import type { Dispatcher } from '../send/dispatcher.ts';
import { readRules, requireKnownCollectives, requireRules, storeRules } from './approval-store.ts';
import { endIntent } from './approvals.ts';

/** The routes that decide on dispatches which wait, and those for the rules by which they do. */
export function approvalRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  dispatcher: Pick<Dispatcher, 'approve'>;
  requireConfirmed: Sessions['requireConfirmed'];
  /** Notified after a dispatch that waited was ended. */
  onChange: (dispatchId: string) => void;
}): Route[] {
  const { db, clock, dispatcher, onChange } = parts;
  const routes = CONSOLE_ROUTES;
  // What only ends something needs no room; an approval checks it itself.
  const ofBatch = { dispatchParam: 'id', needsRoom: false } as const;
  const approves = 'approve-dispatch';
  const manages = { permission: 'manage-operators' } as const;
  const end = async (
    id: string,
    state: 'refused' | 'withdrawn',
    remark: string,
    by: SignedIn,
    record: Act,
  ) => {
    await record.done((trx) => endIntent(trx, id, state, remark, by, clock.now()));
    onChange(id);
  };
  return [
    defineRoute(
      routes.approveDispatch,
      {
        permission: approves,
        audit: act('dispatch-approved', 'batch {id}', { ...ofBatch, effect: 'service' }),
      },
      async ({ params: { id }, body, signedIn, record }) => {
        const { ignore_cooldown: ignoresCooldown } = await findBatch(db, id);
        if (ignoresCooldown === 1) await parts.requireConfirmed(signedIn);
        return { outcome: await dispatcher.approve(id, body.remark, signedIn, record) };
      },
    ),
    defineRoute(
      routes.refuseDispatch,
      { permission: approves, audit: act('dispatch-refused', 'batch {id}', ofBatch) },
      ({ params, body, signedIn, record }) =>
        end(params.id, 'refused', body.remark, signedIn, record),
    ),
    defineRoute(
      routes.withdrawDispatch,
      { permission: 'read', audit: act('dispatch-withdrawn', 'batch {id}', ofBatch) },
      ({ params, signedIn, record }) => end(params.id, 'withdrawn', '', signedIn, record),
    ),
    defineRoute(routes.approvalRules, { ...manages, audit: 'none' }, async () => {
      return { rules: await readRules(db) };
    }),
    defineRoute(
      routes.changeApprovalRules,
      { ...manages, confirmed: true, audit: act('approval-rules', 'approval rules') },
      async ({ body, record }) => {
        await record.done(async (trx) => {
          await requireRules(trx, body.before);
          await requireKnownCollectives(trx, body.rules, body.before);
          await storeRules(trx, body.rules);
        });
      },
    ),
  ];
}
