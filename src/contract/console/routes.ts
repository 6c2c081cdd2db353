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

/** The header by which a page says that it asks by itself: such a request keeps no session alive. */
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

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });

/** What the console's own server offers beside the interface's paths. */
export const CONSOLE_ROUTES = {
  ...SESSION_ROUTES,
  collectives: {
    method: 'GET',
    path: '/api/console/collectives',
    params: none,
    query: z.strictObject({ archived: z.literal('1').optional() }),
    body: null,
    answer: DirectoryCollectives,
  },
  collective: {
    method: 'GET',
    path: '/api/console/collectives/{id}',
    params: byId,
    query: none,
    body: null,
    answer: DirectoryCollectiveDetail,
  },
  entity: {
    method: 'GET',
    path: '/api/console/entities/{id}',
    params: byId,
    query: none,
    body: null,
    answer: DirectoryEntityDetail,
  },
  importDirectory: {
    method: 'POST',
    path: '/api/console/directory/import',
    params: none,
    query: none,
    body: DirectoryImport,
    answer: DirectoryImportResult,
  },
  addCollective: {
    method: 'POST',
    path: '/api/console/collectives',
    params: none,
    query: none,
    body: NewCollective,
    answer: DirectoryCollectiveDetail,
  },
  editCollective: {
    method: 'PATCH',
    path: '/api/console/collectives/{id}',
    params: byId,
    query: none,
    body: CollectiveEdit,
    answer: DirectoryCollectiveDetail,
  },
  entities: {
    method: 'GET',
    path: '/api/console/entities',
    params: none,
    query: EntityListQuery,
    body: null,
    answer: EntityPage,
  },
  entityFacets: {
    method: 'GET',
    path: '/api/console/directory/facets',
    params: none,
    query: EntityFilter,
    body: null,
    answer: EntityFacets,
  },
  addEntity: {
    method: 'POST',
    path: '/api/console/entities',
    params: none,
    query: none,
    body: NewEntity,
    answer: DirectoryEntityDetail,
  },
  editEntity: {
    method: 'PATCH',
    path: '/api/console/entities/{id}',
    params: byId,
    query: none,
    body: EntityEdit,
    answer: DirectoryEntityDetail,
  },
  /** Says what an import would do; a POST since the document is long. */
  previewImport: {
    method: 'POST',
    path: '/api/console/directory/preview',
    params: none,
    query: none,
    body: DirectoryDraft,
    answer: ImportPreview,
  },
  lastImport: {
    method: 'GET',
    path: '/api/console/directory/imports/last',
    params: none,
    query: none,
    body: null,
    answer: LastImport,
  },
  undoImport: {
    method: 'POST',
    path: '/api/console/directory/imports/{id}/undo',
    params: byId,
    query: none,
    body: null,
    answer: ImportRecord,
  },
  exportDirectory: {
    method: 'GET',
    path: '/api/console/directory/export',
    params: none,
    query: none,
    body: null,
    answer: DirectoryExport,
  },
  directoryConflicts: {
    method: 'GET',
    path: '/api/console/directory/conflicts',
    params: none,
    query: none,
    body: null,
    answer: DirectoryConflicts,
  },
  resolveConflict: {
    method: 'POST',
    path: '/api/console/directory/conflicts/decide',
    params: none,
    query: none,
    body: ConflictDecision,
    answer: DirectoryConflicts,
  },
  /** Looks for words or an id in everything that the console knows. */
  find: {
    method: 'GET',
    path: '/api/console/find',
    params: none,
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    body: null,
    answer: Found,
  },
  batches: {
    method: 'GET',
    path: '/api/console/batches',
    params: none,
    query: BatchFilter.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    body: null,
    answer: BatchList,
  },
  /** With `since` only the rows that changed after that version. */
  batch: {
    method: 'GET',
    path: '/api/console/batches/{id}',
    params: byId,
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().optional() }),
    body: null,
    answer: BatchDetail,
  },
  /** Has the open Commands of a batch read again at once, within the budget. */
  refreshBatch: {
    method: 'POST',
    path: '/api/console/batches/{id}/refresh',
    params: byId,
    query: none,
    body: null,
    answer: z.object({ queued: z.int().nonnegative() }),
  },
  commandHistory: {
    method: 'GET',
    path: '/api/console/batches/{id}/history',
    params: byId,
    query: z.strictObject({ position: z.coerce.number().int().nonnegative() }),
    body: null,
    answer: CommandHistory,
  },
  retryOutlook: {
    method: 'GET',
    path: '/api/console/batches/{id}/retry',
    params: byId,
    query: none,
    body: null,
    answer: RetryOutlook,
  },
  /** Begins another check of an unknown outcome; one that runs already is answered instead. */
  resolve: {
    method: 'POST',
    path: '/api/console/batches/{id}/resolutions',
    params: byId,
    query: none,
    body: null,
    answer: Resolution,
  },
  closeOutcome: {
    method: 'POST',
    path: '/api/console/batches/{id}/closing',
    params: byId,
    query: none,
    body: ClosingRequest,
    answer: Closing,
  },
  serviceClock: {
    method: 'GET',
    path: '/api/console/service-clock',
    params: none,
    query: none,
    body: null,
    answer: ServiceClockAnswer,
  },
  sweeps: {
    method: 'GET',
    path: '/api/console/batches/{id}/sweeps',
    params: byId,
    query: none,
    body: null,
    answer: SweepList,
  },
  startSweep: {
    method: 'POST',
    path: '/api/console/batches/{id}/sweeps',
    params: byId,
    query: none,
    body: SweepRequest,
    answer: Sweep,
  },
  sweep: {
    method: 'GET',
    path: '/api/console/sweeps/{id}',
    params: byId,
    query: none,
    body: null,
    answer: SweepDetail,
  },
  stopSweep: {
    method: 'POST',
    path: '/api/console/sweeps/{id}/stop',
    params: byId,
    query: none,
    body: null,
    answer: Sweep,
  },
  resumeSweep: {
    method: 'POST',
    path: '/api/console/sweeps/{id}/resume',
    params: byId,
    query: none,
    body: null,
    answer: Sweep,
  },
  receipt: {
    method: 'GET',
    path: '/api/console/batches/{id}/receipt',
    params: byId,
    query: none,
    body: null,
    answer: Receipt,
  },
  checkReceipt: {
    method: 'GET',
    path: '/api/console/batches/{id}/receipt/check',
    params: byId,
    query: none,
    body: null,
    answer: ReceiptCheck,
  },
  /** Reads only; a POST since the plan can be long. */
  dryRun: {
    method: 'POST',
    path: '/api/console/dry-runs',
    params: none,
    query: none,
    body: DispatchPlan,
    answer: DryRun,
  },
  dryRunList: {
    method: 'POST',
    path: '/api/console/dry-runs/list',
    params: none,
    query: none,
    body: DryRunListRequest,
    answer: DryRunList,
  },
  schedule: {
    method: 'GET',
    path: '/api/console/schedule',
    params: none,
    query: z.strictObject({ collectiveId: Uuid.optional() }),
    body: null,
    answer: Schedule,
  },
  templates: {
    method: 'GET',
    path: '/api/console/templates',
    params: none,
    query: none,
    body: null,
    answer: TemplateList,
  },
  addTemplate: {
    method: 'POST',
    path: '/api/console/templates',
    params: none,
    query: none,
    body: TemplateContent,
    answer: Template,
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/api/console/templates/{id}',
    params: byId,
    query: none,
    body: null,
    answer: null,
  },
  /** Server-sent events; see live.ts. */
  live: {
    method: 'GET',
    path: '/api/console/live',
    params: none,
    query: none,
    body: null,
    answer: null,
  },
  /** The same by asking, where a stream does not work. Without `since`: where to begin. */
  liveChanges: {
    method: 'GET',
    path: '/api/console/live/changes',
    params: none,
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().optional() }),
    body: null,
    answer: LiveChanges,
  },
  ...MEMBERSHIP_ROUTES,
  ...ENTITY_BATCH_ROUTES,
  ...PLACE_ROUTES,
  ...BULK_ROUTES,
  ...REPORT_ROUTES,
  audit: {
    method: 'GET',
    path: '/api/console/audit',
    params: none,
    query: z.strictObject({
      action: z.string().max(100).optional(),
      operatorName: z.string().max(100).optional(),
      from: Instant.optional(),
      to: Instant.optional(),
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    body: null,
    answer: AuditPage,
  },
  checkAudit: {
    method: 'GET',
    path: '/api/console/audit/check',
    params: none,
    query: none,
    body: null,
    answer: AuditCheck,
  },
  /** Records that the page makes a file of what it has read; to be called before the file is offered. */
  recordFile: {
    method: 'POST',
    path: '/api/console/audit/files',
    params: none,
    query: none,
    body: MadeFile,
    answer: null,
  },
  /** Accepts the breaks of the chain as they are now, with a reason; a chain that holds is refused. */
  reanchorAudit: {
    method: 'POST',
    path: '/api/console/audit/reanchor',
    params: none,
    query: none,
    body: AuditReanchoring,
    answer: AuditCheck,
  },
} as const;

export type ConsoleRouteName = keyof typeof CONSOLE_ROUTES;
