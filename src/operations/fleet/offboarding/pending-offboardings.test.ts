import { expect, test } from 'vitest';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createAudit } from '../../audit/audit.ts';
import { NOBODY_ASKED } from '../../audit/chain.ts';
import { storeOffboarding } from './offboarding-store.ts';
import { offboardings } from './pending-offboardings.ts';

const id = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`;
const request = (at: number, status: string, entityId: string = CARS[0]) =>
  OffboardingRequest.parse({ id: id(at), principalId: id(9), status, data: { id: entityId } });

test('names who asked in this console, by the very request; for others nobody', async () => {
  const db = await memoryStore();
  const clock = manualClock();
  const audit = createAudit({ db, clock, onError: () => {} });
  const change = (requestId: string, name: string) =>
    audit.record({
      ...NOBODY_ASKED,
      action: 'change',
      outcome: 'done',
      operator: { id: 'o', name },
      target: `entity ${CARS[0]}`,
      body: { id: requestId },
    });
  await storeOffboarding(db, [request(1, 'Canceled'), request(2, 'Pending')], 1);
  await storeOffboarding(db, [request(3, 'Pending', CARS[1])], 1);
  // The earlier, canceled request was another operator's.
  await change(id(1), 'Bo');
  clock.advance(1000);
  await change(id(2), 'Ada');
  expect(await offboardings(db, 'pending')).toEqual([
    {
      requestId: id(2),
      entityId: CARS[0],
      requestedBy: 'Ada',
      requestedAt: '2026-01-01T00:00:01.000Z',
    },
    { requestId: id(3), entityId: CARS[1], requestedBy: null, requestedAt: null },
  ]);
  expect(await offboardings(db, 'ended')).toMatchObject([{ requestId: id(1), requestedBy: 'Bo' }]);
});
