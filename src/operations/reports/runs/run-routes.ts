import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseBody, parseParams, parseQuery, refuseBody } from '../../../bff/http/input.ts';
import { operatorOf, type Route } from '../../../bff/http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { DEFINITION_LIMIT } from '../definitions/document-routes.ts';
import { openExport } from '../files/export-file.ts';
import { sealedManifest } from '../results/manifest.ts';
import { readRun, readRunEntities, readRuns } from '../results/read-run.ts';
import { relateReport } from './relate.ts';
import { deleteRun } from './remove-run.ts';
import { changeRunState, retryFailed } from './run-state.ts';
import { findRun } from './runs.ts';
import { startReport } from './start.ts';

/** Runs of a page where nothing is said. */
const RUNS = 50;
/** Entities of a page where nothing is said. */
const ENTITIES = 200;

/** What the routes of runs work with. */
export interface RunRouteParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  /** Reads what running reports need. */
  runner: { wake(): void };
  /** Removes what deleted runs left. */
  remover: { wake(): void };
  /** Tells browsers that something changed. */
  notify(): void;
}

/** The routes by which reports are run, followed and taken out as files. */
export function runRoutes(parts: RunRouteParts): Route[] {
  const { db, clock, runner, remover } = parts;
  const {
    reportRuns,
    startReport: start,
    reportRun,
    deleteReportRun,
    relateReport: relate,
    changeReportRun,
    reportEntities,
    retryReport,
    reportManifest,
    exportReport,
  } = CONSOLE_ROUTES;

  const shown = async (id: string) => readRun(db, await findRun(db, id), clock.now());
  /** Answers a run that may have something to read now. */
  const begun = async (reply: FastifyReply, { id, created }: { id: string; created: boolean }) => {
    runner.wake();
    parts.notify();
    return reply.code(created ? 201 : 200).send(await shown(id));
  };

  return [
    {
      ...reportRuns,
      permission: 'read',
      handle(request) {
        const { limit = RUNS, offset = 0 } = parseQuery(reportRuns.query, request);
        return readRuns(db, { limit, offset }, clock.now());
      },
    },
    {
      ...start,
      permission: 'run-reports',
      bodyLimit: DEFINITION_LIMIT,
      async handle(request, reply) {
        parseQuery(start.query, request);
        const asked = parseBody(start.body, request);
        const id = await startReport(db, asked, operatorOf(request), clock.now());
        return begun(reply, { id, created: true });
      },
    },
    {
      ...reportRun,
      permission: 'read',
      handle(request) {
        parseQuery(reportRun.query, request);
        return shown(parseParams(reportRun.params, request).id);
      },
    },
    {
      ...deleteReportRun,
      permission: 'run-reports',
      async handle(request, reply) {
        refuseBody(request);
        parseQuery(deleteReportRun.query, request);
        await deleteRun(db, parseParams(deleteReportRun.params, request).id);
        remover.wake();
        parts.notify();
        return reply.code(204).send();
      },
    },
    {
      ...relate,
      permission: 'run-reports',
      async handle(request, reply) {
        parseQuery(relate.query, request);
        const { id } = parseParams(relate.params, request);
        const { kind } = parseBody(relate.body, request);
        return begun(reply, await relateReport(db, id, kind, operatorOf(request), clock.now()));
      },
    },
    {
      ...changeReportRun,
      permission: 'run-reports',
      async handle(request) {
        parseQuery(changeReportRun.query, request);
        const { id } = parseParams(changeReportRun.params, request);
        const { state } = parseBody(changeReportRun.body, request);
        await changeRunState(db, id, state, clock.now());
        runner.wake();
        parts.notify();
        return shown(id);
      },
    },
    {
      ...reportEntities,
      permission: 'read',
      async handle(request) {
        const { state, limit = ENTITIES, offset = 0 } = parseQuery(reportEntities.query, request);
        const run = await findRun(db, parseParams(reportEntities.params, request).id);
        return readRunEntities(db, run.run_no, { state, limit, offset });
      },
    },
    {
      ...retryReport,
      permission: 'run-reports',
      async handle(request) {
        parseQuery(retryReport.query, request);
        const { id } = parseParams(retryReport.params, request);
        const { entityId } = parseBody(retryReport.body, request);
        const queued = await retryFailed(db, id, entityId, clock.now());
        runner.wake();
        parts.notify();
        return { queued };
      },
    },
    {
      ...reportManifest,
      permission: 'read',
      async handle(request) {
        parseQuery(reportManifest.query, request);
        return sealedManifest(await findRun(db, parseParams(reportManifest.params, request).id));
      },
    },
    {
      ...exportReport,
      permission: 'read',
      async handle(request, reply) {
        const { by = null } = parseQuery(exportReport.query, request);
        const { id, format } = parseParams(exportReport.params, request);
        const file = await openExport(db, await findRun(db, id), { format, by }, clock.now());
        // Streamed with back-pressure; when the browser goes away, the reading of the store ends.
        return reply
          .header('Content-Disposition', `attachment; filename="${file.name}"`)
          .type(file.type)
          .send(file.content);
      },
    },
  ];
}
