import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { nameText } from '../texts.ts';
import { z } from '../zod.ts';
import { FigureSearch, SessionFilter } from './report-definition.ts';
import { Computing, FigureSession, Figures, FigureSums, FIGURE_ORDERS } from './report-figures.ts';
import { PriceList, PriceProblem, TariffText, TariffVersion } from './tariff.ts';
import { get, post, remove } from '../route.ts';
import { SealedDifferences, SealedReport } from './sealed-report.ts';
import { Statement } from './statement.ts';

const limit = z.coerce.number().int().min(1).max(1000).optional();
const offset = z.coerce.number().int().min(0).max(10_000_000).optional();
const cursor = z.coerce.number().int().min(0).max(100_000_000).optional();
const Count = z.int().nonnegative();

/** What is computed within half a second is answered; else how far it is, and it is asked for again. */
const soon = <T extends z.ZodRawShape>(ready: T) =>
  z.discriminatedUnion('state', [Computing, z.object({ state: z.literal('ready'), ...ready })]);

/** How a file is written. */
export const FileOptions = z.strictObject({
  /** What its rows are. */
  rows: z.enum(['groups', 'sessions', 'statements']).optional(),
  /** Of CSV: a byte order mark, the separator, and a comma as the decimal sign. */
  mark: z.literal('yes').optional(),
  separator: z.enum(['comma', 'semicolon', 'tab']).optional(),
  decimal: z.literal('comma').optional(),
});
export type FileOptions = z.infer<typeof FileOptions>;
const FILE_FORMATS = ['csv', 'xlsx'] as const;

/** Statements are of each Entity or each group of Collectives. */
const STATEMENTS_OF = ['entity', 'collective'] as const;

const SessionPage = {
  sessions: z.array(FigureSession),
  /** Sessions that the filter finds. */
  count: Count,
  /** Where the next page begins; null on the last one. */
  cursor: z.int().nullable(),
};

const SavedDefinition = z.object({
  id: Uuid,
  name: z.string(),
  search: FigureSearch,
  savedAt: Instant,
  savedBy: z.string(),
});
export type SavedDefinition = z.infer<typeof SavedDefinition>;

/** What an operator decides about a session. */
export const NewDecision = z.strictObject({
  entityId: Uuid,
  sessionId: Uuid,
  /** Null takes a decision back. */
  kind: z.enum(['left-out', 'accepted']).nullable(),
  reason: nameText(300),
});
export type NewDecision = z.infer<typeof NewDecision>;

const SealedSummary = SealedReport.omit({ manifest: true });

/** Routes of reports that are addresses. */
export const REPORT_ROUTES = {
  /** The figures of a report: totals, a page of its groups, exceptions, and if asked for a chart. */
  figures: get('/api/console/reports/figures', {
    shows: ['results', 'directory', 'fleet'],
    query: FigureSearch.extend({
      order: z.enum(FIGURE_ORDERS).optional(),
      direction: z.enum(['up', 'down']).optional(),
      limit,
      offset,
      /** The energy unit of groups and chart; empty: none. Absent: all groups, and the chart of most sessions. */
      unit: z.string().max(60).optional(),
      /** A chart of the first grouping over time. */
      chart: z.enum(['hour', 'day', 'week', 'month']).optional(),
    }),
    answer: soon(Figures.shape),
  }),
  /** Sessions of a report, those that count unless others are asked for. */
  figureSessions: get('/api/console/reports/sessions', {
    shows: ['results', 'directory', 'fleet'],
    query: FigureSearch.extend({ ...SessionFilter.shape, cursor, limit }),
    answer: soon(SessionPage),
  }),
  /** Statements of Entities or Collectives, in the order of their names. */
  figureStatements: get('/api/console/reports/statements', {
    shows: ['results', 'directory', 'fleet'],
    query: FigureSearch.extend({
      of: z.enum(STATEMENTS_OF).optional(),
      /** The id of the Entity, or the key of the Collectives. Absent: all. */
      key: z.string().max(4000).optional(),
      limit,
      offset,
    }),
    answer: soon({ statements: z.array(Statement), count: Count }),
  }),
  /** A streamed file of groups, sessions or statements. */
  figureFile: get('/api/console/reports/file/{format}', {
    params: z.strictObject({ format: z.enum(FILE_FORMATS) }),
    query: FigureSearch.extend({
      ...SessionFilter.shape,
      ...FileOptions.shape,
      of: z.enum(STATEMENTS_OF).optional(),
    }),
  }),
  /** Requests reads of the sessions that a report lacks. */
  readMissing: post('/api/console/reports/reads', {
    touches: ['fleet'],
    body: z.strictObject({ search: FigureSearch }),
    answer: z.object({ queued: Count }),
  }),
  definitions: get('/api/console/reports/definitions', {
    shows: ['definitions'],
    answer: z.object({ definitions: z.array(SavedDefinition) }),
  }),
  /** Names an address, or changes what a name stands for. */
  saveDefinition: post('/api/console/reports/definitions', {
    touches: ['definitions'],
    body: z.strictObject({
      id: Uuid,
      name: nameText(100),
      search: FigureSearch.omit({ saved: true, sealed: true }),
    }),
    answer: SavedDefinition,
  }),
  deleteDefinition: remove('/api/console/reports/definitions/{id}', { touches: ['definitions'] }),
  /** The newest version of each tariff. */
  tariffs: get('/api/console/reports/tariffs', {
    shows: ['tariffs'],
    answer: z.object({ tariffs: z.array(TariffVersion) }),
  }),
  /** Saves a tariff: a new one, or a new version. */
  saveTariff: post('/api/console/reports/tariffs', {
    touches: ['tariffs'],
    body: z.strictObject({ id: Uuid, content: TariffText }),
    answer: TariffVersion,
  }),
  /** Removes a tariff from the list; its versions stay with the reports made with them. */
  deleteTariff: remove('/api/console/reports/tariffs/{id}', { touches: ['tariffs'] }),
  /** Reads a file of prices, without saving anything: the list, or what is wrong in each line. */
  readPrices: post('/api/console/reports/prices', {
    body: z.strictObject({
      /** The file in base64: its encoding shows in its bytes. */
      file: z.base64().max(4_000_000),
      /** IANA zone of times without an offset. */
      zone: z.string().min(1).max(60),
    }),
    answer: z.object({
      list: PriceList.nullable(),
      /** The first hundred. */
      problems: z.array(PriceProblem),
      count: Count,
    }),
  }),
  /** Leaves a session out of all reports, accepts it with its exceptions, or takes that back. */
  decideSession: post('/api/console/reports/decisions', {
    touches: ['results'],
    body: NewDecision,
  }),
  /** Sealed reports, the newest first. */
  sealedReports: get('/api/console/reports/sealed', {
    shows: ['reports'],
    query: z.strictObject({ limit, offset }),
    answer: z.object({ reports: z.array(SealedSummary), count: Count }),
  }),
  /** Seals a report: it is computed, stored with its sessions, and never changes again. */
  sealFigures: post('/api/console/reports/sealed', {
    touches: ['reports'],
    // Its Idempotency-Key becomes its id: the same request again is answered as the first time, another one refused.
    body: z.strictObject({
      search: FigureSearch,
      /** The last day on which it is kept for sure; null or absent: it is kept for ever. */
      keep: z.strictObject({ until: PlainDate, zone: z.string().min(1).max(60) }).nullish(),
      /** What the operator saw: if the figures changed since, nothing is sealed. */
      totals: z.array(FigureSums),
    }),
    answer: SealedReport,
  }),
  sealedReport: get('/api/console/reports/sealed/{id}', {
    shows: ['report'],
    answer: SealedReport,
  }),
  /** What differs from the same report of today, by group and by session. */
  sealedDifferences: get('/api/console/reports/sealed/{id}/differences', {
    shows: ['report', 'results'],
    answer: soon(SealedDifferences.shape),
  }),
  /** A file of the sessions of a sealed report, always the same. */
  sealedFile: get('/api/console/reports/sealed/{id}/file/{format}', {
    params: z.strictObject({ id: Uuid, format: z.enum(FILE_FORMATS) }),
    query: FileOptions.pick({ mark: true, separator: true, decimal: true }),
  }),
  /** Deletes a sealed report with its sessions; the reason is in its header. */
  deleteSealed: remove('/api/console/reports/sealed/{id}', { touches: ['reports'] }),
};
