import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseBody, parseParams, parseQuery, refuseBody } from '../../bff/http/input.ts';
import { operatorOf, type Route } from '../../bff/http/route.ts';
import { invalid } from '../../bff/http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readItems, readRun, readRuns } from './read-bulk.ts';
import { changeRunState, recordRun } from './bulk-store.ts';
import type { ItemRunner } from '../jobs/item-runner.ts';
import { readTargets } from './targets.ts';

/** Largest request that begins a run, in bytes. */
const BODY_LIMIT = 2 * 1024 * 1024;

/** Control characters and line breaks, which no record of one line may hold. */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The routes that change many Entities and show how far that is. */
export function bulkRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  runner: Pick<ItemRunner, 'wake' | 'pause'>;
}): Route[] {
  const { db, clock, runner } = parts;
  const { bulkRuns, startBulk, bulkRun, bulkItems, stopBulk, resumeBulk, bulkTargets } =
    CONSOLE_ROUTES;

  const detail = async (id: string) => ({
    run: await readRun(db, id, runner.pause()),
    asOf: isoInstant(clock.now()),
  });

  const change = async (request: FastifyRequest, to: 'running' | 'stopped') => {
    refuseBody(request);
    parseQuery(bulkRun.query, request);
    const { id } = parseParams(bulkRun.params, request);
    await readRun(db, id, null);
    await changeRunState(db, id, to === 'running' ? 'stopped' : 'running', to);
    runner.wake();
    return detail(id);
  };

  return [
    {
      ...bulkRuns,
      permission: 'read',
      handle(request) {
        parseQuery(bulkRuns.query, request);
        return readRuns(db, runner.pause(), clock.now());
      },
    },
    {
      ...startBulk,
      permission: 'change-entity',
      bodyLimit: BODY_LIMIT,
      async handle(request, reply) {
        parseQuery(startBulk.query, request);
        const asked = parseBody(startBulk.body, request);
        for (const [field, text] of [
          ['reason', asked.reason ?? ''],
          ['chosenBy', asked.chosenBy],
        ] as const) {
          if (NOT_ONE_LINE.test(text)) {
            throw invalid(field, 'It contains a control character or a line break.');
          }
        }
        const { created } = await recordRun(db, asked, operatorOf(request), clock.now());
        runner.wake();
        return reply.code(created ? 201 : 200).send(await detail(asked.id));
      },
    },
    {
      ...bulkRun,
      permission: 'read',
      handle(request) {
        parseQuery(bulkRun.query, request);
        return detail(parseParams(bulkRun.params, request).id);
      },
    },
    {
      ...bulkItems,
      permission: 'read',
      handle(request) {
        const page = parseQuery(bulkItems.query, request);
        return readItems(db, parseParams(bulkItems.params, request).id, page, clock.now());
      },
    },
    {
      ...stopBulk,
      permission: 'change-entity',
      handle: (request) => change(request, 'stopped'),
    },
    {
      ...resumeBulk,
      permission: 'change-entity',
      handle: (request) => change(request, 'running'),
    },
    {
      ...bulkTargets,
      permission: 'read',
      bodyLimit: BODY_LIMIT,
      handle(request) {
        parseQuery(bulkTargets.query, request);
        return readTargets(db, parseBody(bulkTargets.body, request), clock.now());
      },
    },
  ];
}
