import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseBody, parseParams, refuseBody } from '../../../bff/http/input.ts';
import { operatorOf, type Route } from '../../../bff/http/route.ts';
import { invalid } from '../../../bff/http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findSweep, readSweep, readSweeps, shownSweep } from './sweep-read.ts';
import { changeSweepState, recordSweep } from './sweep-store.ts';
import type { Sweeper } from './sweeper.ts';

/** The routes that cancel a whole batch and show how far that is. */
export function sweepRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  sweeper: Pick<Sweeper, 'wake'>;
  /** Told after something was stored. */
  onChange(): void;
}): Route[] {
  const { db, clock } = parts;
  const { sweeps, startSweep, sweep, stopSweep, resumeSweep } = CONSOLE_ROUTES;

  const stored = () => {
    parts.onChange();
    parts.sweeper.wake();
  };

  const change = async (request: FastifyRequest, to: 'running' | 'stopped') => {
    refuseBody(request);
    const { id } = parseParams(sweep.params, request);
    const from = to === 'running' ? 'stopped' : 'running';
    await changeSweepState(db, await findSweep(db, id), from, to);
    stored();
    return shownSweep(db, id);
  };

  return [
    {
      ...sweeps,
      permission: 'read',
      handle: (request) => readSweeps(db, parseParams(sweeps.params, request).id, clock.now()),
    },
    {
      ...startSweep,
      permission: 'cancel-command',
      async handle(request, reply) {
        const { id } = parseParams(startSweep.params, request);
        const asked = parseBody(startSweep.body, request);
        if (asked.reason !== null && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(asked.reason)) {
          throw invalid('reason', 'The reason contains a control character or a line break.');
        }
        const begun = await recordSweep(db, id, asked, operatorOf(request), clock.now());
        stored();
        return reply.code(begun.created ? 201 : 200).send(await shownSweep(db, begun.id));
      },
    },
    {
      ...sweep,
      permission: 'read',
      handle: (request) => readSweep(db, parseParams(sweep.params, request).id, clock.now()),
    },
    {
      ...stopSweep,
      permission: 'cancel-command',
      handle: (request) => change(request, 'stopped'),
    },
    {
      ...resumeSweep,
      permission: 'cancel-command',
      handle: (request) => change(request, 'running'),
    },
  ];
}
