import type { Kysely } from 'kysely';
import type { ReportSeries } from '../../../contract/console/report-result.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { DAY_MS } from '../../../domain/instant.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { failure } from '../../../http/problems.ts';
import { type Route, READ_REPORTS } from '../../../http/route.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { Befores } from '../before/befores.ts';
import { readFindingCounts } from './read-findings.ts';
import { readStandingGroups } from './read-standing-groups.ts';
import { readSeries } from './read-series.ts';
import { readSessions } from './read-sessions.ts';
import { lookAtRun } from '../runs/draft-life.ts';

/** Groups with a separate line in a series; more colours are hard to tell apart. */
const SERIES_GROUPS = 8;
/** Rows of a page unless a limit is given. */
const PAGE = 100;
/** Of longer runs a series has no hours, in days; one of these may be of 25 hours. */
const HOURLY_DAYS = 31;

/** A unit in queries: an empty one means none, an absent one that of most sessions. */
const unitOf = (unit: string | undefined) => (unit === '' ? null : unit);

interface ResultRouteParts {
  db: Kysely<Store>;
  clock: Clock;
  befores: Pick<Befores, 'of'>;
}

/** The routes that show the results of a run. */
export function resultRoutes({ db, clock, befores }: ResultRouteParts): Route[] {
  const routes = REPORT_ROUTES;
  const runNo = async (id: string, by: SignedIn) =>
    (await lookAtRun(db, id, by, clock.now())).run_no;

  const drawnRunNo = async (id: string, by: SignedIn, grain: ReportSeries['grain']) => {
    const run = await lookAtRun(db, id, by, clock.now());
    if (grain === 'hour' && run.end_ms - run.start_ms >= (HOURLY_DAYS + 1) * DAY_MS) {
      const most = `A chart per hour is of at most ${HOURLY_DAYS} days.`;
      throw failure(400, 'invalid_request', most);
    }
    return run.run_no;
  };

  return [
    defineRoute(routes.reportGroups, READ_REPORTS, async ({ params, query, signedIn }) =>
      readStandingGroups(db, params.id, query, signedIn, clock.now()),
    ),
    defineRoute(routes.reportBefore, READ_REPORTS, async ({ params, signedIn }) =>
      befores.of(await lookAtRun(db, params.id, signedIn, clock.now())),
    ),
    defineRoute(
      routes.reportSeries,
      READ_REPORTS,
      async ({ params, query: { grain, by, unit }, signedIn }) =>
        readSeries(
          db,
          await drawnRunNo(params.id, signedIn, grain),
          { grain, by, unit: unitOf(unit) },
          SERIES_GROUPS,
        ),
    ),
    defineRoute(routes.reportSessions, READ_REPORTS, async ({ params, query, signedIn }) => {
      const { cursor = null, limit = PAGE, ...filter } = query;
      return readSessions(db, await runNo(params.id, signedIn), filter, cursor, limit);
    }),
    defineRoute(routes.reportFindings, READ_REPORTS, async ({ params, signedIn }) =>
      readFindingCounts(db, await runNo(params.id, signedIn)),
    ),
  ];
}
