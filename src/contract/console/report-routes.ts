import { Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { GROUPINGS, ReportDefinition, ReportScope, SavedDefinition } from './report-definition.ts';
import {
  GROUP_ORDERS,
  ReportComparison,
  ReportDifferences,
  ReportDistribution,
  ReportFindingCounts,
  ReportGroupComparison,
  ReportGroups,
  ReportSeries,
  ReportSessionFilter,
  ReportSessionPage,
} from './report-result.ts';
import {
  ENTITY_STATES,
  RELATIONS,
  ReportManifest,
  ReportRun,
  RunEntityState,
} from './report-run.ts';
import { SavedTariff, TariffContent } from './report-tariff.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });
const queued = z.object({ queued: z.int().nonnegative() });

const limit = z.coerce.number().int().min(1).max(1000).optional();
const offset = z.coerce.number().int().min(0).max(10_000_000).optional();
const pageOf = {
  cursor: z.string().max(100).optional(),
  limit: limit.unwrap().max(500).optional(),
};
const groupPage = {
  by: z.enum(GROUPINGS),
  direction: z.enum(['up', 'down']).optional(),
  limit,
  offset,
};

/** What the console's server offers for reports. */
export const REPORT_ROUTES = {
  /** The newest version of each definition that is kept. */
  reportDefinitions: {
    method: 'GET',
    path: '/api/console/reports/definitions',
    params: none,
    query: none,
    body: null,
    answer: z.object({ definitions: z.array(SavedDefinition) }),
  },
  /** Keeps a definition: a new one, or a new version of one. */
  saveReportDefinition: {
    method: 'POST',
    path: '/api/console/reports/definitions',
    params: none,
    query: none,
    body: z.strictObject({
      id: Uuid,
      name: SavedDefinition.shape.name,
      definition: ReportDefinition,
    }),
    answer: SavedDefinition,
  },
  /** Takes a definition out of the list; its versions stay with the runs that were made of them. */
  deleteReportDefinition: {
    method: 'DELETE',
    path: '/api/console/reports/definitions/{id}',
    params: byId,
    query: none,
    body: null,
    answer: null,
  },
  /** The newest version of each tariff that is kept. */
  tariffs: {
    method: 'GET',
    path: '/api/console/reports/tariffs',
    params: none,
    query: none,
    body: null,
    answer: z.object({ tariffs: z.array(SavedTariff) }),
  },
  /** All versions of a tariff, the newest first, also of one that was taken out of the list. */
  tariffVersions: {
    method: 'GET',
    path: '/api/console/reports/tariffs/{id}/versions',
    params: byId,
    query: none,
    body: null,
    answer: z.object({ tariffs: z.array(SavedTariff) }),
  },
  /** Keeps a tariff: a new one, or a new version of one. */
  saveTariff: {
    method: 'POST',
    path: '/api/console/reports/tariffs',
    params: none,
    query: none,
    body: z.strictObject({ id: Uuid, content: TariffContent }),
    answer: SavedTariff,
  },
  /** Takes a tariff out of the list; its versions stay with the runs that were made with them. */
  deleteTariff: {
    method: 'DELETE',
    path: '/api/console/reports/tariffs/{id}',
    params: byId,
    query: none,
    body: null,
    answer: null,
  },
  /** Which Entities a scope means now; asked before anything is run. */
  reportScope: {
    method: 'POST',
    path: '/api/console/reports/scope',
    params: none,
    query: none,
    body: ReportScope,
    answer: z.object({
      entities: z.int().nonnegative(),
      /** Ids of the scope that the directory does not have. Such Entities are read all the same. */
      unknown: z.array(Uuid),
    }),
  },
  /** Runs, the newest first. */
  reportRuns: {
    method: 'GET',
    path: '/api/console/reports/runs',
    params: none,
    query: z.strictObject({ limit, offset }),
    body: null,
    answer: z.object({ runs: z.array(ReportRun), count: z.int().nonnegative() }),
  },
  startReport: {
    method: 'POST',
    path: '/api/console/reports/runs',
    params: none,
    query: none,
    body: z.strictObject({
      definition: ReportDefinition,
      saved: z.strictObject({ id: Uuid, version: z.int().positive() }).nullable(),
    }),
    answer: ReportRun,
  },
  reportRun: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}',
    params: byId,
    query: none,
    body: null,
    answer: ReportRun,
  },
  /** Deletes a run with all that was read; refused while it is being read. */
  deleteReportRun: {
    method: 'DELETE',
    path: '/api/console/reports/runs/{id}',
    params: byId,
    query: none,
    body: null,
    answer: null,
  },
  /**
   * Makes a run from this one, of the same Entities, rules and tariff. `again` always makes a new one; of the
   * other two the newest that is there is answered, where there is one.
   */
  relateReport: {
    method: 'POST',
    path: '/api/console/reports/runs/{id}/related',
    params: byId,
    query: none,
    body: z.strictObject({ kind: z.enum(RELATIONS) }),
    answer: ReportRun,
  },
  /** Stops the reading of a run, or resumes it. */
  changeReportRun: {
    method: 'POST',
    path: '/api/console/reports/runs/{id}/state',
    params: byId,
    query: none,
    body: z.strictObject({ state: z.enum(['running', 'stopped']) }),
    answer: ReportRun,
  },
  reportEntities: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/entities',
    params: byId,
    query: z.strictObject({ state: z.enum(ENTITY_STATES).optional(), limit, offset }),
    body: null,
    answer: z.object({ entities: z.array(RunEntityState), count: z.int().nonnegative() }),
  },
  /** Reads again what could not be read: one Entity, or all of them. */
  retryReport: {
    method: 'POST',
    path: '/api/console/reports/runs/{id}/retry',
    params: byId,
    query: none,
    body: z.strictObject({ entityId: Uuid.nullable() }),
    answer: queued,
  },
  reportGroups: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/groups',
    params: byId,
    query: z.strictObject({ ...groupPage, order: z.enum(GROUP_ORDERS).optional() }),
    body: null,
    answer: ReportGroups,
  },
  reportSeries: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/series',
    params: byId,
    query: z.strictObject({
      grain: ReportSeries.shape.grain,
      by: ReportSeries.shape.by,
      unit: z.string().max(60).optional(),
    }),
    body: null,
    answer: ReportSeries,
  },
  reportDistribution: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/distribution',
    params: byId,
    query: z.strictObject({
      of: ReportDistribution.shape.of,
      unit: z.string().max(60).optional(),
    }),
    body: null,
    answer: ReportDistribution,
  },
  reportSessions: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/sessions',
    params: byId,
    query: ReportSessionFilter.extend(pageOf),
    body: null,
    answer: ReportSessionPage,
  },
  reportFindings: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/findings',
    params: byId,
    query: none,
    body: null,
    answer: ReportFindingCounts,
  },
  reportManifest: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/manifest',
    params: byId,
    query: none,
    body: null,
    answer: ReportManifest,
  },
  compareReports: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/comparison',
    params: byId,
    query: z.strictObject({ earlier: Uuid }),
    body: null,
    answer: ReportComparison,
  },
  compareReportGroups: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/comparison/groups',
    params: byId,
    query: z.strictObject({
      ...groupPage,
      earlier: Uuid,
      /** `change`: by the difference of the energy, whatever its sign. */
      order: z.enum([...GROUP_ORDERS, 'change']).optional(),
    }),
    body: null,
    answer: ReportGroupComparison,
  },
  reportDifferences: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/differences',
    params: byId,
    query: z.strictObject({
      earlier: Uuid,
      kind: z.enum(['added', 'changed', 'vanished']),
      ...pageOf,
    }),
    body: null,
    answer: ReportDifferences,
  },
  /** A file, written while it is read: all sessions, or the rows of a grouping; with totals and manifest. */
  exportReport: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/export/{format}',
    params: z.strictObject({ id: Uuid, format: z.enum(['csv', 'xlsx']) }),
    query: z.strictObject({ by: z.enum(GROUPINGS).optional() }),
    body: null,
    answer: null,
  },
} as const;
