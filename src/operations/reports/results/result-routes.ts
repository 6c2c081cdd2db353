import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { parseParams, parseQuery } from '../../../bff/http/input.ts';
import type { Route } from '../../../bff/http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { compareGroups } from './compare-groups.ts';
import { compareRuns } from './compare-runs.ts';
import { readDifferences } from './read-differences.ts';
import { readDistribution } from './read-distribution.ts';
import { readFindingCounts } from './read-findings.ts';
import { readGroups } from './read-groups.ts';
import { readSeries } from './read-series.ts';
import { readSessions } from './read-sessions.ts';
import { findRun } from '../runs/runs.ts';

/** Groups that stand alone in a series; more colours can hardly be told apart. */
const SERIES_GROUPS = 8;
/** Sessions of a page where nothing is said. */
const SESSIONS = 100;
/** Differences of a page where nothing is said. */
const DIFFERENCES = 100;

/** A unit as queries name it: an empty one is none, an absent one that of most sessions. */
const unitOf = (unit: string | undefined) => (unit === '' ? null : unit);

/** The routes that show what came of a run. */
export function resultRoutes({ db }: { db: Kysely<Store> }): Route[] {
  const {
    reportGroups,
    reportSeries,
    reportDistribution,
    reportSessions,
    reportFindings,
    compareReports,
    compareReportGroups,
    reportDifferences,
  } = CONSOLE_ROUTES;
  const runOf = async (request: FastifyRequest) =>
    findRun(db, parseParams(reportGroups.params, request).id);

  return [
    {
      ...reportGroups,
      permission: 'read',
      async handle(request) {
        const ask = parseQuery(reportGroups.query, request);
        return readGroups(db, (await runOf(request)).run_no, ask);
      },
    },
    {
      ...reportSeries,
      permission: 'read',
      async handle(request) {
        const { grain, by, unit } = parseQuery(reportSeries.query, request);
        const { run_no: runNo } = await runOf(request);
        return readSeries(db, runNo, { grain, by, unit: unitOf(unit) }, SERIES_GROUPS);
      },
    },
    {
      ...reportDistribution,
      permission: 'read',
      async handle(request) {
        const { of, unit } = parseQuery(reportDistribution.query, request);
        return readDistribution(db, (await runOf(request)).run_no, { of, unit: unitOf(unit) });
      },
    },
    {
      ...reportSessions,
      permission: 'read',
      async handle(request) {
        const {
          cursor = null,
          limit = SESSIONS,
          ...filter
        } = parseQuery(reportSessions.query, request);
        return readSessions(db, (await runOf(request)).run_no, filter, cursor, limit);
      },
    },
    {
      ...reportFindings,
      permission: 'read',
      async handle(request) {
        parseQuery(reportFindings.query, request);
        return readFindingCounts(db, (await runOf(request)).run_no);
      },
    },
    {
      ...compareReports,
      permission: 'read',
      async handle(request) {
        const { earlier } = parseQuery(compareReports.query, request);
        return compareRuns(db, await findRun(db, earlier), await runOf(request));
      },
    },
    {
      ...compareReportGroups,
      permission: 'read',
      async handle(request) {
        const { earlier, ...ask } = parseQuery(compareReportGroups.query, request);
        return compareGroups(db, await findRun(db, earlier), await runOf(request), ask);
      },
    },
    {
      ...reportDifferences,
      permission: 'read',
      async handle(request) {
        const {
          earlier,
          kind,
          cursor = null,
          limit = DIFFERENCES,
        } = parseQuery(reportDifferences.query, request);
        const [before, after] = [await findRun(db, earlier), await runOf(request)];
        return readDifferences(db, before, after, { kind, cursor, limit });
      },
    },
  ];
}
