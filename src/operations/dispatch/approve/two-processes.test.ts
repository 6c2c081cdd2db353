import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Kysely } from 'kysely';
import { storeGrants } from '../../../access/rights.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import { SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { ON_POSTGRES, postgresUrl } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { recordIntent } from '../send/ledger.ts';
import { ADA, requestOf, START, STOP } from '../testing/guard-world.ts';
import { storeRules } from './approval-store.ts';
import { approveIntent, endIntent } from './approvals.ts';

const AT = { now: START, guardWindowMs: 0 };
const signedIn = (id: string) => {
  return { operator: { id, name: id, role: 'approver' as const }, sessionHash: id };
};

describe.runIf(ON_POSTGRES)('two processes', () => {
  let stores: [Kysely<Store>, Kysely<Store>];
  beforeEach(async () => {
    const url = await postgresUrl();
    stores = [await openStore(url), await openStore(url)];
    const [db] = stores;
    await importDirectory(db, SMALL_DIRECTORY, 'import', 0);
    await storeRules(db, [{ collectiveId: null, type: null }]);
    for (const { operator } of [ADA, signedIn('bea'), signedIn('carl')]) {
      await db
        .insertInto('operators')
        .values({ ...operator, created_at: 0, disabled_at: null })
        .execute();
      await storeGrants(db, operator.id, [EVERY_COMMAND]);
    }
  });
  afterEach(() => Promise.all(stores.map((db) => db.destroy())));

  test.each(['approval', 'refusal'] as const)(
    'an approval in one and its %s in the other at the same moment: one takes effect',
    async (other) => {
      const [db, elsewhere] = stores;
      const request = requestOf(STOP);
      await recordIntent(db, request, ADA, AT);
      const { dispatchId } = request;
      const both = await Promise.allSettled([
        db.transaction().execute((trx) => approveIntent(trx, dispatchId, '', signedIn('bea'), AT)),
        elsewhere
          .transaction()
          .execute(async (trx) =>
            other === 'approval'
              ? approveIntent(trx, dispatchId, '', signedIn('carl'), AT)
              : endIntent(trx, dispatchId, 'refused', 'No', signedIn('carl'), START),
          ),
      ]);
      const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(refused).toMatchObject([{ status: 409, code: 'changed_since' }]);
      const approvals = db.selectFrom('approvals').select(['state', 'operator_id']);
      const [kept] = await approvals.execute();
      const isBea = both[0]?.status === 'fulfilled';
      expect(kept).toEqual({
        state: isBea || other === 'approval' ? 'approved' : 'refused',
        operator_id: isBea ? 'bea' : 'carl',
      });
    },
  );
});
