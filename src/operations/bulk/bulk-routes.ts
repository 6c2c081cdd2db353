import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { BulkChange } from '../../contract/console/bulk.ts';
import { BULK_ROUTES } from '../../contract/console/bulk-routes.ts';
import { isoInstant } from '../../domain/instant.ts';
import { denialReason, permits } from '../../domain/permissions.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../bff/http/define-route.ts';
import { READ, act, type Route } from '../../bff/http/route.ts';
import { failure } from '../../bff/http/problems.ts';
import type { SignedIn } from '../../bff/session/sessions.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readItems, readRun, readRuns } from './read-bulk.ts';
import { changeRunState, recordRun } from './bulk-store.ts';
import type { ItemRunner } from '../jobs/item-runner.ts';
import { readTargets } from './targets.ts';
import { doneWith } from '../audit/act-rows.ts';

/** Largest request that begins a run, in bytes. */
const BODY_LIMIT = 2 * 1024 * 1024;

/** What stopping or resuming a run needs of its request. */
interface ChangeInput {
  params: { id: string };
  signedIn: SignedIn;
  request: FastifyRequest;
}

/** Requires the permission to offboard for an offboarding. @throws Failure 403 */
function requireOffboard({ operator: { role } }: SignedIn, change: BulkChange): void {
  if (change.kind !== 'offboarding' || permits(role, 'offboard')) return;
  throw failure(403, 'forbidden', denialReason(role, 'offboard'));
}

/** The routes that change many Entities and show the progress. */
export function bulkRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  runner: Pick<ItemRunner, 'wake' | 'pause'>;
}): Route[] {
  const { db, clock, runner } = parts;
  const { bulkRuns, startBulk, bulkRun, bulkItems, stopBulk, resumeBulk, bulkTargets } =
    BULK_ROUTES;

  const detail = async (id: string) => ({
    run: await readRun(db, id, runner.pause()),
    asOf: isoInstant(clock.now()),
  });

  const change = async (
    to: 'running' | 'stopped',
    { params: { id }, signedIn: by, request }: ChangeInput,
  ) => {
    const run = await readRun(db, id, null);
    if (to === 'running') requireOffboard(by, run.change);
    await doneWith(request, (done) =>
      changeRunState(db, id, to === 'running' ? 'stopped' : 'running', to, done),
    );
    runner.wake();
    return detail(id);
  };
  const changes = {
    permission: 'change-entity',
    audit: act('bulk', 'bulk change {id}'),
  } as const;
  const ends = { ...changes, audit: { ...changes.audit, needsRoom: false } } as const;

  return [
    defineRoute(bulkRuns, READ, () => readRuns(db, runner.pause(), clock.now())),
    defineRoute(
      startBulk,
      { ...changes, audit: act('bulk', 'bulk change'), bodyLimit: BODY_LIMIT },
      async ({ body, signedIn, request, reply }) => {
        requireOffboard(signedIn, body.change);
        const { created } = await doneWith(request, (done) =>
          recordRun(db, body, signedIn, clock.now(), done),
        );
        runner.wake();
        reply.code(created ? 201 : 200);
        return detail(body.id);
      },
    ),
    defineRoute(bulkRun, READ, ({ params }) => detail(params.id)),
    defineRoute(bulkItems, READ, ({ params, query }) =>
      readItems(db, params.id, query, clock.now()),
    ),
    defineRoute(stopBulk, ends, (input) => change('stopped', input)),
    defineRoute(resumeBulk, changes, (input) => change('running', input)),
    defineRoute(bulkTargets, { ...READ, bodyLimit: BODY_LIMIT }, ({ body }) =>
      readTargets(db, body, clock.now()),
    ),
  ];
}
