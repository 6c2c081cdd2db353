import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../contract/console/audit.ts';
import type { Changed } from '../../contract/console/live.ts';
import { FigureSearch, SessionFilter } from '../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import type { SealedReport } from '../../contract/console/sealed-report.ts';
import type { z } from '../../contract/zod.ts';
import { readPriceList } from '../../domain/reports/price-list.ts';
import { definitionOf } from '../../domain/reports/definition.ts';
import { isTimeZone } from '../../domain/instant.ts';
import { defineRoute } from '../../http/define-route.ts';
import { readIdempotencyKey } from '../../http/idempotency-header.ts';
import { invalid } from '../../http/problems.ts';
import { readReason } from '../../http/reason-header.ts';
import { act, READ, READ_REPORTS, type Route } from '../../http/route.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SealedReportRow } from '../../store/schema/report-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { askMissing } from './ask-missing.ts';
import type { AskSoon } from './ask-soon.ts';
import { decideSession } from './decide-session.ts';
import { sessionColumns } from './file-columns.ts';
import { fileHead, fileName } from './file-name.ts';
import { csvFormat, csvOf, tableOf, xlsxOf } from './file-table.ts';
import { deleteTariff, listTariffs, saveTariff } from './stored-tariffs.ts';
import { checkedManifest, findSealed, sealedSessions, sealedSummary } from './read-sealed.ts';
import type { ReportTasks } from './report-tasks.ts';
import {
  deleteDefinition,
  listDefinitions,
  saveDefinition,
  wholeSearch,
} from './saved-definitions.ts';
import {
  deleteSealed,
  readSealedReports,
  sealedBefore,
  storeParts,
  storeSealed,
} from './store-sealed.ts';

/** Rows of a page unless a limit is given. */
const PAGE = 100;
/** Largest bodies, in bytes: an address names up to 10,000 ids; prices of five years; a file of them in base64. */
const LIMITS = { search: 512 * 1024, tariff: 2 * 1024 * 1024, prices: 4 * 1024 * 1024 } as const;

/** Dependencies of the routes of reports. */
export interface ReportRouteParts {
  db: Kysely<Store>;
  clock: Clock;
  tasks: ReportTasks;
  soon: AskSoon;
  /** Performs requested reads. */
  fleet: { wake(): void };
  /** Tells browsers what changed. */
  notify: (changed: Changed) => void;
}

/** The part of a query that a schema describes. */
function partOf<S extends z.ZodObject>(schema: S, query: object): z.output<S> {
  const names = Object.keys(schema.shape);
  return schema.parse(
    Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name))),
  );
}

/** A unit in queries: an empty one means none, an absent one all. */
const unitOf = (unit: string | undefined) => (unit === '' ? null : unit);

/** The routes of reports that are addresses: figures, sessions, statements and files. */
export function reportRoutes(parts: ReportRouteParts): Route[] {
  const { db, clock, tasks, soon, fleet } = parts;
  const routes = REPORT_ROUTES;
  const asked = async (search: FigureSearch) => ({
    ...(await wholeSearch(db, search)),
    now: clock.now(),
  });
  return [
    defineRoute(routes.figures, READ_REPORTS, async ({ query }) => {
      const { order, direction, limit = PAGE, offset = 0, unit, chart, ...search } = query;
      const { search: whole, now } = await asked(search);
      const ask = { order, direction, limit, offset, unit: unitOf(unit), chart };
      return soon.ask<'figures'>({ kind: 'figures', search: whole, now, ask });
    }),
    defineRoute(routes.figureSessions, READ_REPORTS, async ({ query }) => {
      const { cursor = 0, limit = PAGE, ...rest } = query;
      const filter = partOf(SessionFilter, rest);
      const { search, now } = await asked(partOf(FigureSearch, rest));
      return soon.ask<'sessions'>({ kind: 'sessions', search, now, filter, cursor, limit });
    }),
    defineRoute(routes.figureStatements, READ_REPORTS, async ({ query }) => {
      const { of = 'entity', key, limit = PAGE, offset = 0, ...rest } = query;
      const { search, now } = await asked(rest);
      return soon.ask<'statements'>({ kind: 'statements', search, now, of, key, limit, offset });
    }),
    defineRoute(
      routes.figureFile,
      { ...READ_REPORTS, audit: exported('report figures, format {format}') },
      async ({ params: { format }, query, reply, request }) => {
        const { of = 'entity', rows, mark, separator, decimal, ...rest } = query;
        const filter = partOf(SessionFilter, rest);
        const { search, name, now } = await asked(partOf(FigureSearch, rest));
        const stop = new AbortController();
        request.raw.on('close', () => {
          stop.abort();
        });
        const file = { format, rows, mark, separator, decimal, of, filter };
        const content = await begun(
          tasks.stream(
            { kind: 'file', search, now, file },
            { signal: stop.signal, progress: () => {} },
          ),
        );
        reply.headers(fileHead(fileName(search, name, rows ?? 'groups', now), format));
        return content;
      },
    ),
    defineRoute(
      routes.readMissing,
      {
        permission: 'run-reports',
        audit: act('refresh', 'sessions of a report'),
        bodyLimit: LIMITS.search,
      },
      async ({ body, record }) => {
        const queued = await record.done(async (trx) => {
          const { search } = await wholeSearch(trx, body.search);
          return askMissing(trx, search, clock.now());
        });
        fleet.wake();
        return { queued };
      },
    ),
    ...documentRoutes(parts),
    ...sealedRoutes(parts),
  ];
}

const exported = (target: string) =>
  act('export', target, { effect: 'elsewhere', needsRoom: false });

/** A stream whose first part is there: what cannot be made is refused before its head is sent. */
async function begun(content: AsyncIterable<unknown>): Promise<Readable> {
  const stream = Readable.from(content, { objectMode: false });
  await once(stream, 'readable');
  return stream;
}

/** The routes of what reports are made of: names of addresses, tariffs, decisions. */
function documentRoutes({ db, clock, notify }: ReportRouteParts): Route[] {
  const routes = REPORT_ROUTES;
  const rules = (action: AuditAction, target: string) =>
    ({ permission: 'run-reports', audit: act(action, target) }) as const;
  const tariff = (target: string) =>
    ({ permission: 'manage-tariffs', audit: act('tariff', target) }) as const;
  return [
    defineRoute(routes.definitions, READ, async () => ({
      definitions: await listDefinitions(db),
    })),
    defineRoute(
      routes.saveDefinition,
      { ...rules('report-definition', 'report definition'), bodyLimit: LIMITS.search },
      ({ body, signedIn, record }) =>
        record.done((trx) => saveDefinition(trx, body, signedIn, clock.now())),
    ),
    defineRoute(
      routes.deleteDefinition,
      rules('report-definition', 'report definition {id}'),
      ({ params, record }) => record.done((trx) => deleteDefinition(trx, params.id)),
    ),
    defineRoute(routes.tariffs, READ, async () => ({ tariffs: await listTariffs(db) })),
    defineRoute(
      routes.saveTariff,
      { ...tariff('tariff'), bodyLimit: LIMITS.tariff },
      ({ body, signedIn, record }) =>
        record.done((trx) => saveTariff(trx, body, signedIn, clock.now())),
    ),
    defineRoute(routes.deleteTariff, tariff('tariff {id}'), ({ params, record }) =>
      record.done((trx) => deleteTariff(trx, params.id)),
    ),
    defineRoute(
      routes.readPrices,
      { permission: 'manage-tariffs', audit: 'none', bodyLimit: LIMITS.prices },
      async ({ body: { file, zone } }) => {
        if (!isTimeZone(zone)) throw invalid('zone', `${zone} is not a time zone.`);
        const { list, problems } = readPriceList(Buffer.from(file, 'base64'), zone);
        return { list, problems: problems.slice(0, PAGE), count: problems.length };
      },
    ),
    defineRoute(
      routes.decideSession,
      rules('report', 'session of a report'),
      async ({ body, signedIn, record }) => {
        await record.done((trx) => decideSession(trx, body, signedIn, clock.now()));
        notify({ results: null });
      },
    ),
  ];
}

const whole = (row: SealedReportRow): SealedReport => {
  const [tariff] = checkedManifest(row).tariffs;
  const summary = sealedSummary(row, tariff?.content.currency ?? null);
  return { ...summary, manifest: row.manifest };
};

/** The routes of sealed reports. */
function sealedRoutes({ db, clock, tasks, soon, notify }: ReportRouteParts): Route[] {
  const routes = REPORT_ROUTES;
  return [
    defineRoute(routes.sealedReports, READ_REPORTS, ({ query: { limit = PAGE, offset = 0 } }) =>
      readSealedReports(db, { limit, offset }),
    ),
    defineRoute(
      routes.sealFigures,
      {
        permission: 'run-reports',
        audit: act('report', 'sealed report'),
        bodyLimit: LIMITS.search,
      },
      async ({ body, signedIn, request, record, reply }) => {
        const id = readIdempotencyKey(request, 'the seal. Nothing was sealed');
        const asked = createHash('sha256').update(canonicalJson(body)).digest('hex');
        const before = await sealedBefore(db, { id, by: signedIn, asked });
        if (before !== null) {
          await record.repeated();
          return whole(before);
        }
        const { search, name } = await wholeSearch(db, body.search);
        const { totals, keep = null } = body;
        const sealing = { id, name, search, totals, by: signedIn, asked, keep };
        const row = await storeParts(db, tasks, { ...sealing, now: clock.now() });
        try {
          await record.done(
            (trx) => storeSealed(trx, row),
            (told) => told,
          );
        } catch (error) {
          // The same request, sent twice at once: the other one sealed it.
          const other = await sealedBefore(db, { id, by: signedIn, asked });
          if (other === null) throw error;
          return whole(other);
        }
        notify({ reports: null });
        reply.code(201);
        return whole(row);
      },
    ),
    defineRoute(routes.sealedReport, READ_REPORTS, async ({ params }) =>
      whole(await findSealed(db, params.id)),
    ),
    defineRoute(routes.sealedDifferences, READ_REPORTS, async ({ params }) => {
      const row = await findSealed(db, params.id);
      const { search } = whole(row);
      return soon.ask<'differences'>({ kind: 'differences', search, now: clock.now(), id: row.id });
    }),
    defineRoute(
      routes.sealedFile,
      { ...READ_REPORTS, audit: exported('sealed report {id}, format {format}') },
      async ({ params: { id, format }, query, reply }) => {
        const row = await findSealed(db, id);
        const { search, currency } = whole(row);
        const { zone, siteTime } = definitionOf(search);
        const columns = sessionColumns({ zone, siteTime, currency, collectives: new Map() });
        const table = tableOf('Sessions', columns, sealedSessions(db, row));
        const about: [string, string][] = [
          ['Sealed report', row.id],
          ['Sealed by', row.operator_name],
          ['Manifest SHA-256', row.hash],
        ];
        reply.headers(fileHead(fileName(search, row.name, 'sealed', clock.now()), format));
        const content = format === 'csv' ? csvOf(table, csvFormat(query)) : xlsxOf(about, [table]);
        return Readable.from(content, { objectMode: false });
      },
    ),
    defineRoute(
      routes.deleteSealed,
      { permission: 'run-reports', audit: act('report-deleted', 'sealed report {id}') },
      async ({ params, signedIn, request, record }) => {
        await record.done(
          (trx) => deleteSealed(trx, params.id, signedIn, readReason(request)),
          (kept) => kept,
        );
        notify({ reports: null });
      },
    ),
  ];
}
