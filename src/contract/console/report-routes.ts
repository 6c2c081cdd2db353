import { Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { GROUPINGS, ReportDefinition, SavedDefinition } from './report-definition.ts';
import {
  ReportComparison,
  ReportFindingCounts,
  ReportGroups,
  ReportSessionFilter,
  ReportSeries,
  ReportSessionPage,
} from './report-result.ts';
import { ReportManifest, ReportRun, RunEntityState } from './report-run.ts';
import { Tariff, TariffContent } from './report-tariff.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });
const queued = z.object({ queued: z.int().nonnegative() });

/** What the console's server is to offer for reports. Not served yet: see CONSOLE_ROUTES. */
export const REPORT_ROUTES = {
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
    body: SavedDefinition.omit({ version: true }),
    answer: SavedDefinition,
  },
  tariffs: {
    method: 'GET',
    path: '/api/console/reports/tariffs',
    params: none,
    query: none,
    body: null,
    answer: z.object({ tariffs: z.array(Tariff) }),
  },
  /** Keeps a tariff: a new one, or a new version of one. */
  saveTariff: {
    method: 'POST',
    path: '/api/console/reports/tariffs',
    params: none,
    query: none,
    body: z.strictObject({ id: Uuid, content: TariffContent }),
    answer: Tariff,
  },
  reportRuns: {
    method: 'GET',
    path: '/api/console/reports/runs',
    params: none,
    query: none,
    body: null,
    answer: z.object({ runs: z.array(ReportRun) }),
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
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).optional() }),
    body: null,
    answer: z.object({ entities: z.array(RunEntityState) }),
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
    query: z.strictObject({ by: z.enum(GROUPINGS) }),
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
  reportSessions: {
    method: 'GET',
    path: '/api/console/reports/runs/{id}/sessions',
    params: byId,
    query: ReportSessionFilter.extend({
      cursor: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
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
} as const;
