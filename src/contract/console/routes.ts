import { DELETE, GET, PATCH, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { Uuid } from '../primitives.ts';
import { AuditCheck, AuditPage, AuditReanchoring, MadeFile } from './audit.ts';
import { BULK_ROUTES } from './bulk-routes.ts';
import { BatchDetail, BatchFilter, BatchList, CommandHistory, RetryOutlook } from './batch.ts';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
  DirectoryDraft,
  DirectoryEntityDetail,
  DirectoryImport,
  DirectoryImportResult,
} from './directory.ts';
import {
  CollectiveEdit,
  ConflictDecision,
  DirectoryConflicts,
  DirectoryExport,
  EntityEdit,
  ImportPreview,
  ImportRecord,
  LastImport,
  NewCollective,
  NewEntity,
} from './directory-changes.ts';
import {
  EntityFacets,
  EntityFilter,
  EntityListQuery,
  EntityPage,
  Found,
} from './directory-list.ts';
import { DispatchPlan, DryRun, DryRunList, DryRunListRequest } from './dispatch.ts';
import { ENTITY_BATCH_ROUTES } from './entity-batches.ts';
import { LiveChanges } from './live.ts';
import { Instant } from '../primitives.ts';
import { MEMBERSHIP_ROUTES } from './membership.ts';
import { PLACE_ROUTES } from './place-routes.ts';
import { Receipt, ReceiptCheck } from './receipt.ts';
import { REPORT_ROUTES } from './report-routes.ts';
import { Closing, ClosingRequest, Resolution } from './resolution.ts';
import { ServiceClockAnswer } from './service-clock.ts';
import { Schedule } from './schedule.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { Sweep, SweepDetail, SweepList, SweepRequest } from './sweep.ts';
import { Template, TemplateContent, TemplateList } from './template.ts';

/** The header that a browser sends with every /api request and every unsafe /auth request. */
export const CONSOLE_HEADER = { name: 'X-Gridhelm', value: '1' } as const;

/** Marks a request that the page polls: it keeps no session alive. */
export const BACKGROUND_HEADER = { name: 'X-Gridhelm-Background', value: '1' } as const;

/** The header that names a dispatch; its value is the intent's UUID. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The header that carries the operator's reason for a dispatch, percent-encoded. */
export const REASON_HEADER = 'X-Gridhelm-Reason';

/** The header that overrides what the guard found, by kinds and as seen: "same,opposite; seen=1234". */
export const OVERRIDE_HEADER = 'X-Gridhelm-Override';

/** The header that names the batch which a dispatch repeats on purpose. */
export const PREVIOUS_HEADER = 'X-Gridhelm-Previous';

/** Longest reason, in characters before encoding. */
export const REASON_MAX = 500;

/** Where the console's server offers the interface's own paths. */
export const PROXY_PREFIX = '/api';

/** What the console's own server offers beside the interface's paths. */
export const CONSOLE_ROUTES = {
  ...SESSION_ROUTES,
  collectives: {
    ...GET,
    path: '/api/console/collectives',
    query: z.strictObject({ archived: z.literal('1').optional() }),
    answer: DirectoryCollectives,
  },
  collective: {
    ...GET,
    path: '/api/console/collectives/{id}',
    params: byId,
    answer: DirectoryCollectiveDetail,
  },
  entity: {
    ...GET,
    path: '/api/console/entities/{id}',
    params: byId,
    answer: DirectoryEntityDetail,
  },
  importDirectory: {
    ...POST,
    path: '/api/console/directory/import',
    body: DirectoryImport,
    answer: DirectoryImportResult,
  },
  addCollective: {
    ...POST,
    path: '/api/console/collectives',
    body: NewCollective,
    answer: DirectoryCollectiveDetail,
  },
  editCollective: {
    ...PATCH,
    path: '/api/console/collectives/{id}',
    params: byId,
    body: CollectiveEdit,
    answer: DirectoryCollectiveDetail,
  },
  entities: { ...GET, path: '/api/console/entities', query: EntityListQuery, answer: EntityPage },
  entityFacets: {
    ...GET,
    path: '/api/console/directory/facets',
    query: EntityFilter,
    answer: EntityFacets,
  },
  addEntity: {
    ...POST,
    path: '/api/console/entities',
    body: NewEntity,
    answer: DirectoryEntityDetail,
  },
  editEntity: {
    ...PATCH,
    path: '/api/console/entities/{id}',
    params: byId,
    body: EntityEdit,
    answer: DirectoryEntityDetail,
  },
  /** Says what an import would do; a POST since the document is long. */
  previewImport: {
    ...POST,
    path: '/api/console/directory/preview',
    body: DirectoryDraft,
    answer: ImportPreview,
  },
  lastImport: { ...GET, path: '/api/console/directory/imports/last', answer: LastImport },
  undoImport: {
    ...POST,
    path: '/api/console/directory/imports/{id}/undo',
    params: byId,
    answer: ImportRecord,
  },
  exportDirectory: { ...GET, path: '/api/console/directory/export', answer: DirectoryExport },
  directoryConflicts: {
    ...GET,
    path: '/api/console/directory/conflicts',
    answer: DirectoryConflicts,
  },
  resolveConflict: {
    ...POST,
    path: '/api/console/directory/conflicts/decide',
    body: ConflictDecision,
    answer: DirectoryConflicts,
  },
  /** Searches everything that the console knows for a text or an id. */
  find: {
    ...GET,
    path: '/api/console/find',
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    answer: Found,
  },
  batches: {
    ...GET,
    path: '/api/console/batches',
    query: BatchFilter.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    answer: BatchList,
  },
  /** With `since` only the rows that changed after that version. */
  batch: {
    ...GET,
    path: '/api/console/batches/{id}',
    params: byId,
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().optional() }),
    answer: BatchDetail,
  },
  /** Has the open Commands of a batch read again at once, within the budget. */
  refreshBatch: {
    ...POST,
    path: '/api/console/batches/{id}/refresh',
    params: byId,
    answer: z.object({ queued: z.int().nonnegative() }),
  },
  commandHistory: {
    ...GET,
    path: '/api/console/batches/{id}/history',
    params: byId,
    query: z.strictObject({ position: z.coerce.number().int().nonnegative() }),
    answer: CommandHistory,
  },
  retryOutlook: {
    ...GET,
    path: '/api/console/batches/{id}/retry',
    params: byId,
    answer: RetryOutlook,
  },
  /** Begins another check of an unknown outcome; one that runs already is answered instead. */
  resolve: {
    ...POST,
    path: '/api/console/batches/{id}/resolutions',
    params: byId,
    answer: Resolution,
  },
  closeOutcome: {
    ...POST,
    path: '/api/console/batches/{id}/closing',
    params: byId,
    body: ClosingRequest,
    answer: Closing,
  },
  serviceClock: { ...GET, path: '/api/console/service-clock', answer: ServiceClockAnswer },
  sweeps: { ...GET, path: '/api/console/batches/{id}/sweeps', params: byId, answer: SweepList },
  startSweep: {
    ...POST,
    path: '/api/console/batches/{id}/sweeps',
    params: byId,
    body: SweepRequest,
    answer: Sweep,
  },
  sweep: { ...GET, path: '/api/console/sweeps/{id}', params: byId, answer: SweepDetail },
  stopSweep: { ...POST, path: '/api/console/sweeps/{id}/stop', params: byId, answer: Sweep },
  resumeSweep: { ...POST, path: '/api/console/sweeps/{id}/resume', params: byId, answer: Sweep },
  receipt: { ...GET, path: '/api/console/batches/{id}/receipt', params: byId, answer: Receipt },
  checkReceipt: {
    ...GET,
    path: '/api/console/batches/{id}/receipt/check',
    params: byId,
    answer: ReceiptCheck,
  },
  /** Reads only; a POST since the plan can be long. */
  dryRun: { ...POST, path: '/api/console/dry-runs', body: DispatchPlan, answer: DryRun },
  dryRunList: {
    ...POST,
    path: '/api/console/dry-runs/list',
    body: DryRunListRequest,
    answer: DryRunList,
  },
  schedule: {
    ...GET,
    path: '/api/console/schedule',
    query: z.strictObject({ collectiveId: Uuid.optional() }),
    answer: Schedule,
  },
  templates: { ...GET, path: '/api/console/templates', answer: TemplateList },
  addTemplate: { ...POST, path: '/api/console/templates', body: TemplateContent, answer: Template },
  deleteTemplate: { ...DELETE, path: '/api/console/templates/{id}', params: byId, answer: null },
  /** Server-sent events; see live.ts. */
  live: { ...GET, path: '/api/console/live', answer: null },
  /** The same by polling, if a stream does not work. Without `since`: the version to start from. */
  liveChanges: {
    ...GET,
    path: '/api/console/live/changes',
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().optional() }),
    answer: LiveChanges,
  },
  ...MEMBERSHIP_ROUTES,
  ...ENTITY_BATCH_ROUTES,
  ...PLACE_ROUTES,
  ...BULK_ROUTES,
  ...REPORT_ROUTES,
  audit: {
    ...GET,
    path: '/api/console/audit',
    query: z.strictObject({
      action: z.string().max(100).optional(),
      operatorName: z.string().max(100).optional(),
      from: Instant.optional(),
      to: Instant.optional(),
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    answer: AuditPage,
  },
  checkAudit: { ...GET, path: '/api/console/audit/check', answer: AuditCheck },
  /** Records that the page makes a file of what it has read; to be called before the file is offered. */
  recordFile: { ...POST, path: '/api/console/audit/files', body: MadeFile, answer: null },
  /** Accepts the breaks of the chain as they are now, with a reason; a chain that holds is refused. */
  reanchorAudit: {
    ...POST,
    path: '/api/console/audit/reanchor',
    body: AuditReanchoring,
    answer: AuditCheck,
  },
} as const;

export type ConsoleRouteName = keyof typeof CONSOLE_ROUTES;
