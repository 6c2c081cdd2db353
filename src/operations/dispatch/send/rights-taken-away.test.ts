import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { demoOperator } from '../../../access/demo-operators.ts';
import { failureOf } from '../../../http/problems.ts';
import { mount, type Act } from '../../../http/route.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { postgresStore } from '../../../store/testing/postgres-store.ts';
import { dispatchRoutes } from './dispatch-routes.ts';

const FLEET = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0001';
const ways = [
  ['the role', { role: 'viewer' }, 'The role viewer may not send Commands.'],
  ['the account', { disabled_at: 1 }, 'Jonas Verbeek is disabled. Nothing was sent.'],
] as const;

test.each([
  ...ways.map((way) => ['SQLite', memoryStore, ...way] as const),
  ...ways.map((way) => ['PostgreSQL', postgresStore, ...way] as const),
])(
  'on %s: a right that is taken away after the request was let in, before it is recorded, refuses it; nothing is recorded',
  async (_store, open, _what, taken, reason) => {
    const db = await open();
    const clock = manualClock();
    const operator = await demoOperator(db, clock, 'operator');
    let recorded = 0;
    const act: Pick<Act, 'begin'> = { begin: (work) => db.transaction().execute(work) };
    const routes = dispatchRoutes({
      db,
      clock,
      requireConfirmed: () => Promise.resolve(),
      dispatcher: {
        async dispatch(_request, _by, recorder) {
          await db.updateTable('operators').set(taken).where('id', '=', operator.id).execute();
          await recorder.begin(async () => {
            recorded += 1;
            return null;
          });
          throw new Error('it was let through');
        },
      },
    });
    const unused = () => Promise.reject(new Error('not used here'));
    const app = Fastify({ exposeHeadRoutes: false });
    app.decorateRequest('signedIn', null);
    app.addHook('onRequest', async (request) => {
      request.signedIn = { operator, sessionHash: 's' };
    });
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = failureOf(error);
      return reply.code(status).send({ message });
    });
    mount(
      app,
      routes.map((route) => ({
        ...route,
        prepare: (request, reply) =>
          route.prepare(request, reply, { ...act, done: unused, end: unused, repeated: unused }),
      })),
    );
    const told = await app.inject({
      method: 'POST',
      url: `/api/v1/collectives/${FLEET}/commands`,
      headers: { 'idempotency-key': '7c1e0f7b-6f0f-4f7e-9a53-0c6c5c1f0031' },
      payload: { type: 'StopCharging' },
    });
    expect([told.statusCode, told.json()]).toEqual([403, { message: reason }]);
    expect(recorded).toBe(0);
    await app.close();
  },
);
