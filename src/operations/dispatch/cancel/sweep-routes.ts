import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../bff/http/define-route.ts';
import { READ, act, type Route } from '../../../bff/http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findSweep, readSweep, readSweeps, shownSweep } from './sweep-read.ts';
import { changeSweepState, recordSweep } from './sweep-store.ts';
import type { Sweeper } from './sweeper.ts';
import { doneWith } from '../../audit/act-rows.ts';

/** The routes that cancel a whole batch and show the progress. */
export function sweepRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  sweeper: Pick<Sweeper, 'wake'>;
  /** Notified after something was stored. */
  onChange(): void;
}): Route[] {
  const { db, clock } = parts;
  const { sweeps, startSweep, sweep, stopSweep, resumeSweep } = CONSOLE_ROUTES;

  const stored = () => {
    parts.onChange();
    parts.sweeper.wake();
  };

  const change = async (id: string, to: 'running' | 'stopped', request: FastifyRequest) => {
    const from = to === 'running' ? 'stopped' : 'running';
    const found = await findSweep(db, id);
    await doneWith(request, (done) => changeSweepState(db, found, from, to, done));
    stored();
    return shownSweep(db, id);
  };
  const permission = 'cancel-command';
  const changes = { permission, audit: act('sweep', 'sweep {id}') } as const;
  const ends = { permission, audit: { ...changes.audit, needsRoom: false } } as const;

  return [
    defineRoute(sweeps, READ, ({ params }) => readSweeps(db, params.id, clock.now())),
    defineRoute(
      startSweep,
      { permission, audit: act('sweep', 'batch {id}', { dispatchParam: 'id' }) },
      async ({ params, body, signedIn, request, reply }) => {
        const begun = await doneWith(request, (done) =>
          recordSweep(db, params.id, body, signedIn, clock.now(), done),
        );
        stored();
        reply.code(begun.created ? 201 : 200);
        return shownSweep(db, begun.id);
      },
    ),
    defineRoute(sweep, READ, ({ params }) => readSweep(db, params.id, clock.now())),
    defineRoute(stopSweep, ends, ({ params, request }) => change(params.id, 'stopped', request)),
    defineRoute(resumeSweep, changes, ({ params, request }) =>
      change(params.id, 'running', request),
    ),
  ];
}
