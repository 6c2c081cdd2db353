import Fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { takeJsonOnly } from '../../../http/json-body.ts';
import { failureOf } from '../../../http/problems.ts';
import { mount, type Act } from '../../../http/route.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createAskSoon } from '../ask-soon.ts';
import { reportRoutes } from '../report-routes.ts';
import { ALICE, NOW, reportsOf } from './stored-world.ts';

interface Asking {
  /** In the place of the parameter of the path. */
  path?: string;
  query?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** The routes of reports over a store, as Alice asks for them. */
export function reportApp(db: Kysely<Store>) {
  /** What was recorded, and what browsers were told. */
  const told: unknown[] = [];
  const clock = manualClock(NOW);
  const { tasks } = reportsOf(db);
  const act: Act = {
    done: async (work, tell) => {
      const stored = await inTransaction(db, work);
      told.push(tell?.(stored) ?? null);
      return stored;
    },
    begin: (work) => inTransaction(db, work),
    end: async () => null,
    repeated: async () => {
      told.push('repeated');
    },
  };
  const app: FastifyInstance = Fastify({
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
  });
  takeJsonOnly(app);
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request) => {
    request.signedIn = { ...ALICE, sessionHash: 'hash' };
  });
  app.setErrorHandler((error, _, reply) => {
    const { status, code, message } = failureOf(error);
    return reply.code(status).send({ code, message });
  });
  const routes = reportRoutes({
    db,
    clock,
    tasks,
    soon: createAskSoon(tasks, clock),
    fleet: { wake: () => told.push('woken') },
    notify: (changed) => told.push(changed),
  });
  mount(
    app,
    routes.map((route) => ({
      ...route,
      prepare: (request, reply) => route.prepare(request, reply, act),
    })),
  );
  const ask = (
    name: keyof typeof REPORT_ROUTES,
    { path: parameter = '', query, body, headers = {} }: Asking = {},
  ) => {
    const { method, path } = REPORT_ROUTES[name];
    const url = `${path.replace(/\{\w+\}/, parameter)}${query === undefined ? '' : `?${query}`}`;
    return app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  };
  return { app, told, ask };
}
