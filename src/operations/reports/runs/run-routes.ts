import type { Kysely } from 'kysely';
import type { AuditAction } from '../../../contract/console/audit.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { readIdempotencyKey } from '../../../http/idempotency-header.ts';
import { readReason } from '../../../http/reason-header.ts';
import { act, type Route, READ_REPORTS } from '../../../http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { DEFINITION_LIMIT } from '../definitions/document-routes.ts';
import { openExport } from '../files/export-file.ts';
import { sealRun, sealedManifest } from '../results/manifest.ts';
import { readRun, readRunEntities, readRuns } from '../results/read-run.ts';
import { relateReport } from './relate.ts';
import { draftReport } from './draft.ts';
import { lookAtRun } from './draft-life.ts';
import { deleteRun } from './remove-run.ts';
import type { ChangedRun } from './pulse.ts';
import { changeRunState, retryFailed } from './run-state.ts';
import { findReport } from './runs.ts';
import { startReport } from './start.ts';

/** Runs of a page unless a limit is given. */
const RUNS = 50;
/** Entities of a page unless a limit is given. */
const ENTITIES = 200;

/** Dependencies of the routes of runs. */
export interface RunRouteParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  /** Works on running reports. */
  runner: { wake(): void };
  /** Performs requested reads. */
  fleet: { wake(): void };
  /** Removes the data of deleted runs. */
  remover: { wake(): void };
  /** Notifies browsers that something changed. */
  notify(run: ChangedRun): void;
}

/** The routes to run and follow reports, and to export them as files. */
export function runRoutes(parts: RunRouteParts): Route[] {
  const { db, clock, runner, fleet, remover } = parts;
  const routes = REPORT_ROUTES;
  const rules = (target: string, action: AuditAction = 'report') =>
    ({ permission: 'run-reports', audit: act(action, target) }) as const;

  const shown = async (id: string, by: SignedIn) => {
    const now = clock.now();
    return readRun(db, await lookAtRun(db, id, by, now), now);
  };
  /** Wakes the work on runs after one of them changed. */
  const changed = (id: string, isDraft = false) => {
    runner.wake();
    parts.notify({ id, isDraft });
  };

  return [
    defineRoute(routes.reportRuns, READ_REPORTS, ({ query: { limit = RUNS, offset = 0 } }) =>
      readRuns(db, { limit, offset }, clock.now()),
    ),
    defineRoute(
      routes.startReport,
      { ...rules('report run'), bodyLimit: DEFINITION_LIMIT },
      async ({ body, signedIn, record, reply }) => {
        const id = await record.done(
          (trx) => startReport(trx, body, signedIn, clock.now()),
          (begun) => ({ id: begun }),
        );
        changed(id);
        reply.code(201);
        return shown(id, signedIn);
      },
    ),
    defineRoute(
      routes.draftReport,
      // Not in the audit log: a draft has no effect, and each change of the form makes one.
      { permission: 'run-reports', audit: 'none', bodyLimit: DEFINITION_LIMIT },
      async ({ body, signedIn, reply }) => {
        const id = await draftReport(db, body, signedIn, clock.now());
        changed(id, true);
        remover.wake();
        reply.code(201);
        return shown(id, signedIn);
      },
    ),
    defineRoute(routes.reportRun, READ_REPORTS, ({ params, signedIn }) =>
      shown(params.id, signedIn),
    ),
    defineRoute(
      routes.deleteReportRun,
      rules('report run {id}', 'report-deleted'),
      async ({ params, signedIn, request, record }) => {
        const deletion = { by: signedIn, reason: readReason(request) };
        await record.done(
          (trx) => deleteRun(trx, params.id, deletion),
          (kept) => kept,
        );
        remover.wake();
        parts.notify({ id: params.id, isDraft: false });
      },
    ),
    defineRoute(
      routes.relateReport,
      rules('report run {id}'),
      async ({ params, body, signedIn, record, reply }) => {
        const made = await record.done(
          (trx) => relateReport(trx, params.id, body.kind, signedIn, clock.now()),
          ({ id }) => ({ id }),
        );
        changed(made.id);
        reply.code(made.created ? 201 : 200);
        return shown(made.id, signedIn);
      },
    ),
    defineRoute(
      routes.changeReportRun,
      rules('report run {id}'),
      async ({ params: { id }, body, signedIn, record }) => {
        await record.done((trx) => changeRunState(trx, id, body.state, clock.now()));
        changed(id);
        return shown(id, signedIn);
      },
    ),
    defineRoute(
      routes.sealReport,
      rules('report run {id}'),
      async ({ params: { id }, signedIn, request, record }) => {
        const key = readIdempotencyKey(request, 'the seal. Nothing was sealed');
        const seal = { by: signedIn.operator.name, at: clock.now(), key };
        await record.done(
          (trx) => sealRun(trx, id, seal),
          (sealed) => sealed,
        );
        parts.notify({ id, isDraft: false });
        return shown(id, signedIn);
      },
    ),
    defineRoute(routes.reportEntities, READ_REPORTS, async ({ params, query, signedIn }) => {
      const { state, limit = ENTITIES, offset = 0 } = query;
      const run = await lookAtRun(db, params.id, signedIn, clock.now());
      return readRunEntities(db, run, { state, limit, offset });
    }),
    defineRoute(
      routes.retryReport,
      rules('report run {id}'),
      async ({ params, body, signedIn, record }) => {
        const queued = await record.done((trx) =>
          retryFailed(trx, params.id, body.entityId, signedIn, clock.now()),
        );
        fleet.wake();
        changed(params.id);
        return { queued };
      },
    ),
    defineRoute(routes.reportManifest, READ_REPORTS, async ({ params }) =>
      sealedManifest(await findReport(db, params.id)),
    ),
    defineRoute(
      routes.exportReport,
      {
        ...READ_REPORTS,
        audit: act('export', 'report run {id}, format {format}', {
          effect: 'elsewhere',
          needsRoom: false,
        }),
      },
      async ({ params: { id, format }, query: { by = null }, reply }) => {
        const file = await openExport(db, await findReport(db, id), { format, by }, clock.now());
        // Streamed with back-pressure; reading stops when the browser disconnects.
        reply.header('Content-Disposition', `attachment; filename="${file.name}"`).type(file.type);
        return file.content;
      },
    ),
  ];
}
