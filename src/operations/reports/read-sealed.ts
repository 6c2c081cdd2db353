import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { FigureSearch } from '../../contract/console/report-definition.ts';
import {
  FigureSums,
  type FigureRow,
  type FigureSession,
} from '../../contract/console/report-figures.ts';
import {
  SealedManifest,
  type SealedDifferences,
  type SealedReport,
} from '../../contract/console/sealed-report.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { groupReport, reportTotals } from '../../domain/reports/group-report.ts';
import { findSessions, sessionReader } from '../../domain/reports/list-sessions.ts';
import { isSameRow } from '../../domain/reports/report-answers.ts';
import { failure } from '../../http/problems.ts';
import { trusted } from '../../lib/trusted.ts';
import { fromJson } from '../../store/json.ts';
import type { SealedReportRow } from '../../store/schema/report-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { MadeReport } from './report-engine.ts';

const opened = promisify(gunzip);

/** The row of a sealed report. @throws Failure 404 */
export async function findSealed(db: Kysely<Store>, id: string): Promise<SealedReportRow> {
  const row = await db
    .selectFrom('sealed_reports')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw failure(404, 'not_found', `There is no sealed report ${id}.`);
  return row;
}

/** A sealed report without its manifest. @param currency of its costs; null: it has no tariff */
export function sealedSummary(
  row: Omit<SealedReportRow, 'manifest'>,
  currency: string | null,
): Omit<SealedReport, 'manifest'> {
  return {
    id: row.id,
    name: row.name,
    search: fromJson(FigureSearch, row.search),
    totals: fromJson(z.array(FigureSums), row.totals),
    currency,
    hash: row.hash,
    sealedAt: isoInstant(row.sealed_at),
    sealedBy: row.operator_name,
    keptUntil: row.kept_until,
  };
}

const CHANGED =
  'This report was changed after it was sealed: what is stored does not match its hash. It cannot be relied on.';

/** The manifest of a sealed report. @throws Failure 500 if it does not match its hash */
export function checkedManifest({ manifest, hash }: SealedReportRow): SealedManifest {
  if (createHash('sha256').update(manifest).digest('hex') !== hash) {
    throw failure(500, 'internal', CHANGED);
  }
  return fromJson(SealedManifest, manifest);
}

/**
 * The sessions of a sealed report as they were counted, in their order, a part in memory at a time.
 * @throws Failure 500 at the end if they do not match the hash of the manifest
 */
export async function* sealedSessions(
  db: Kysely<Store>,
  row: SealedReportRow,
): AsyncGenerator<FigureSession> {
  const { sessions } = checkedManifest(row);
  const lines = createHash('sha256');
  for (let part = 0; part < row.parts; part += 1) {
    const { content } = await db
      .selectFrom('sealed_report_parts')
      .where('parts_id', '=', row.parts_id)
      .where('part_no', '=', part)
      .select('content')
      .executeTakeFirstOrThrow(() => failure(500, 'internal', CHANGED));
    const text = (await opened(Buffer.from(content))).toString();
    lines.update(text);
    for (const line of text.split('\n')) {
      // Written by `sealedPieces`; its hash shows that it is unchanged.
      if (line !== '') yield trusted<FigureSession>(JSON.parse(line));
    }
  }
  if (lines.digest('hex') !== sessions.sha256) throw failure(500, 'internal', CHANGED);
}

/** Differing rows that are listed; the others are counted. */
const LISTED = 200;

/** What of a session decides how it counts. */
const countedAs = (one: FigureSession) =>
  JSON.stringify([
    one.start,
    one.end,
    one.unit,
    one.energy,
    one.counted,
    one.cost,
    one.fees,
    one.excluded,
  ]);

const keyOf = ({ keys, unit }: FigureRow) => JSON.stringify([keys.map(({ key }) => key), unit]);

/** Compares a sealed report with the same report of today. */
export async function sealedDifferences(
  db: Kysely<Store>,
  row: SealedReportRow,
  made: MadeReport,
): Promise<SealedDifferences> {
  const { report, definition } = made;
  const manifest = checkedManifest(row);
  const groups: SealedDifferences['groups'] = [];
  const today = new Map(groupReport(report, definition.by).rows.map((one) => [keyOf(one), one]));
  for (const sealed of manifest.groups) {
    const now = today.get(keyOf(sealed)) ?? null;
    today.delete(keyOf(sealed));
    if (now === null || !isSameRow(sealed, now)) groups.push({ sealed, now });
  }
  for (const now of today.values()) groups.push({ sealed: null, now });

  const { columns, entities } = report;
  const read = sessionReader(report, {});
  const rowsOf = new Map<string, number[]>();
  for (const at of findSessions(report, { counted: 'all' })) {
    const id = entities[columns.indexes.entity[at] ?? 0]?.id ?? '';
    const own = rowsOf.get(id);
    if (own === undefined) rowsOf.set(id, [at]);
    else own.push(at);
  }
  const sessions: SealedDifferences['sessions'] = [];
  let sessionCount = 0;
  const differs = (sealed: FigureSession | null, now: FigureSession | null) => {
    sessionCount += 1;
    if (sessions.length < LISTED) sessions.push({ sealed, now });
  };
  let entityId = '';
  let own = new Map<string, number>();
  const endEntity = () => {
    for (const at of own.values()) differs(null, read(at));
    rowsOf.delete(entityId);
  };
  for await (const sealed of sealedSessions(db, row)) {
    if (sealed.entityId !== entityId) {
      endEntity();
      entityId = sealed.entityId;
      own = new Map(rowsOf.get(entityId)?.map((at) => [columns.idOf(at), at]));
    }
    const at = own.get(sealed.id);
    own.delete(sealed.id);
    const now = at === undefined ? null : read(at);
    if (now === null || countedAs(now) !== countedAs(sealed)) differs(sealed, now);
  }
  endEntity();
  for (const rows of rowsOf.values()) for (const at of rows) differs(null, read(at));
  return {
    totals: reportTotals(report),
    groups: groups.slice(0, LISTED),
    groupCount: groups.length,
    sessions,
    sessionCount,
  };
}
