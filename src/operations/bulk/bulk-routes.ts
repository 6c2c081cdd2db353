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

/** Largest request that begins a run, in bytes. */
const BODY_LIMIT = 2 * 1024 * 1024;

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

  const change = async (id: string, to: 'running' | 'stopped', by: SignedIn) => {
    const run = await readRun(db, id, null);
    if (to === 'running') requireOffboard(by, run.change);
    await changeRunState(db, id, to === 'running' ? 'stopped' : 'running', to);
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
      async ({ body, signedIn, reply }) => {
        requireOffboard(signedIn, body.change);
        const { created } = await recordRun(db, body, signedIn, clock.now());
        runner.wake();
        reply.code(created ? 201 : 200);
        return detail(body.id);
      },
    ),
    defineRoute(bulkRun, READ, ({ params }) => detail(params.id)),
    defineRoute(bulkItems, READ, ({ params, query }) =>
      readItems(db, params.id, query, clock.now()),
    ),
    defineRoute(stopBulk, ends, ({ params, signedIn }) => change(params.id, 'stopped', signedIn)),
    defineRoute(resumeBulk, changes, ({ params, signedIn }) =>
      change(params.id, 'running', signedIn),
    ),
    defineRoute(bulkTargets, { ...READ, bodyLimit: BODY_LIMIT }, ({ body }) =>
      readTargets(db, body, clock.now()),
    ),
  ];
}
