import { Uuid } from '../primitives.ts';
import { DELETE, GET, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { nameText } from '../texts.ts';
import { GROUPINGS } from './choices.ts';
import { ReportDefinition, ReportScope, SavedDefinition } from './report-definition.ts';
import { GROUP_ORDERS } from './choices.ts';
import { ReportBefore } from './report-before.ts';
import {
  ReportFindingCounts,
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
import { StandingGroups } from './report-stand.ts';
import { NewTariff, SavedTariff } from './report-tariff.ts';

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

/** Routes for reports. */
export const REPORT_ROUTES = {
  /** The newest version of each saved definition. */
  reportDefinitions: {
    ...GET,
    path: '/api/console/reports/definitions',
    shows: ['definitions'],
    answer: z.object({ definitions: z.array(SavedDefinition) }),
  },
  /** Saves a definition: a new one, or a new version. */
  saveReportDefinition: {
    ...POST,
    path: '/api/console/reports/definitions',
    touches: ['definitions'],
    body: z.strictObject({
      id: Uuid,
      name: nameText(100),
      definition: ReportDefinition,
    }),
    answer: SavedDefinition,
  },
  /** Removes a definition from the list; its versions stay with the runs made from them. */
  deleteReportDefinition: {
    ...DELETE,
    path: '/api/console/reports/definitions/{id}',
    touches: ['definitions'],
    params: byId,
    answer: null,
  },
  /** The newest version of each saved tariff. */
  tariffs: {
    ...GET,
    path: '/api/console/reports/tariffs',
    shows: ['tariffs'],
    answer: z.object({ tariffs: z.array(SavedTariff) }),
  },
  /** All versions of a tariff, the newest first, even if removed from the list. */
  tariffVersions: {
    ...GET,
    path: '/api/console/reports/tariffs/{id}/versions',
    shows: ['tariffs'],
    params: byId,
    answer: z.object({ tariffs: z.array(SavedTariff) }),
  },
  /** Saves a tariff: a new one, or a new version. */
  saveTariff: {
    ...POST,
    path: '/api/console/reports/tariffs',
    touches: ['tariffs'],
    body: z.strictObject({ id: Uuid, content: NewTariff }),
    answer: SavedTariff,
  },
  /** Removes a tariff from the list; its versions stay with the runs made with them. */
  deleteTariff: {
    ...DELETE,
    path: '/api/console/reports/tariffs/{id}',
    touches: ['tariffs'],
    params: byId,
    answer: null,
  },
  /** The Entities of a scope now, before anything is run. */
  reportScope: {
    ...POST,
    path: '/api/console/reports/scope',
    shows: ['directory'],
    body: ReportScope,
    answer: z.object({
      entities: z.int().nonnegative(),
      /** Ids of the scope that are missing from the directory. These Entities are read too. */
      unknown: z.array(Uuid),
    }),
  },
  /** Runs, the newest first. */
  reportRuns: {
    ...GET,
    path: '/api/console/reports/runs',
    shows: ['reports'],
    query: z.strictObject({ limit, offset }),
    answer: z.object({ runs: z.array(ReportRun), count: z.int().nonnegative() }),
  },
  startReport: {
    ...POST,
    path: '/api/console/reports/runs',
    touches: ['reports'],
    body: z.strictObject({
      definition: ReportDefinition,
      saved: z.strictObject({ id: Uuid, version: z.int().positive() }).nullable(),
      /** The operator's draft of the same definition: if it still exists, it becomes the report. */
      draft: Uuid.optional(),
    }),
    answer: ReportRun,
  },
  /** Shows the figures of a definition before it is a report; the draft replaces a previous one. */
  draftReport: {
    ...POST,
    path: '/api/console/reports/drafts',
    body: z.strictObject({ definition: ReportDefinition, replaces: Uuid.nullable() }),
    answer: ReportRun,
  },
  reportRun: {
    ...GET,
    path: '/api/console/reports/runs/{id}',
    shows: ['report'],
    params: byId,
    answer: ReportRun,
  },
  /** Deletes a run with its data; refused while it is being read. A sealed one needs a reason, in its header. */
  deleteReportRun: {
    ...DELETE,
    path: '/api/console/reports/runs/{id}',
    touches: ['reports'],
    params: byId,
    answer: null,
  },
  /**
   * Makes a run from this one, with the same Entities, rules and tariff. `again` always makes a new one; the
   * other two return the newest existing one, if any.
   */
  relateReport: {
    ...POST,
    path: '/api/console/reports/runs/{id}/related',
    touches: ['reports'],
    params: byId,
    body: z.strictObject({ kind: z.enum(RELATIONS) }),
    answer: ReportRun,
  },
  /** Seals a finished run: its manifest is written with a hash, and it never changes again. */
  sealReport: {
    ...POST,
    path: '/api/console/reports/runs/{id}/seal',
    touches: ['reports', 'report'],
    params: byId,
    answer: ReportRun,
  },
  /** Stops a run, or resumes it. */
  changeReportRun: {
    ...POST,
    path: '/api/console/reports/runs/{id}/state',
    touches: ['reports', 'report'],
    params: byId,
    body: z.strictObject({ state: z.enum(['running', 'stopped']) }),
    answer: ReportRun,
  },
  reportEntities: {
    ...GET,
    path: '/api/console/reports/runs/{id}/entities',
    shows: ['results'],
    params: byId,
    query: z.strictObject({ state: z.enum(ENTITY_STATES).optional(), limit, offset }),
    answer: z.object({ entities: z.array(RunEntityState), count: z.int().nonnegative() }),
  },
  /** Retries failed reads of one Entity or of all; refused once it is sealed. */
  retryReport: {
    ...POST,
    path: '/api/console/reports/runs/{id}/retry',
    touches: ['report', 'results'],
    params: byId,
    body: z.strictObject({ entityId: Uuid.nullable() }),
    answer: queued,
  },
  reportGroups: {
    ...GET,
    path: '/api/console/reports/runs/{id}/groups',
    shows: ['results'],
    params: byId,
    query: z.strictObject({ ...groupPage, order: z.enum(GROUP_ORDERS).optional() }),
    answer: StandingGroups,
  },
  /** Sums of a finished run's Entities in the period before; sends no request to the Service. */
  reportBefore: {
    ...GET,
    path: '/api/console/reports/runs/{id}/before',
    shows: ['results'],
    params: byId,
    answer: ReportBefore,
  },
  reportSeries: {
    ...GET,
    path: '/api/console/reports/runs/{id}/series',
    shows: ['results'],
    params: byId,
    query: z.strictObject({
      grain: ReportSeries.shape.grain,
      by: ReportSeries.shape.by,
      unit: z.string().max(60).optional(),
    }),
    answer: ReportSeries,
  },
  reportSessions: {
    ...GET,
    path: '/api/console/reports/runs/{id}/sessions',
    shows: ['results'],
    params: byId,
    query: ReportSessionFilter.extend(pageOf),
    answer: ReportSessionPage,
  },
  reportFindings: {
    ...GET,
    path: '/api/console/reports/runs/{id}/findings',
    shows: ['results'],
    params: byId,
    answer: ReportFindingCounts,
  },
  reportManifest: {
    ...GET,
    path: '/api/console/reports/runs/{id}/manifest',
    shows: ['results'],
    params: byId,
    answer: ReportManifest,
  },
  /** A streamed file: all sessions, or the rows of a grouping; with totals and manifest. */
  exportReport: {
    ...GET,
    path: '/api/console/reports/runs/{id}/export/{format}',
    params: z.strictObject({ id: Uuid, format: z.enum(['csv', 'xlsx']) }),
    query: z.strictObject({ by: z.enum(GROUPINGS).optional() }),
    answer: null,
  },
} as const;
