import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { FigureSearch } from '../../contract/console/report-definition.ts';
import type { FigureSums } from '../../contract/console/report-figures.ts';
import { TariffText } from '../../contract/console/tariff.ts';
import type { SealedReport } from '../../contract/console/sealed-report.ts';
import { z } from '../../contract/zod.ts';
import { isTimeZone } from '../../domain/instant.ts';
import { denialReason, permits } from '../../domain/permissions.ts';
import { definitionOf } from '../../domain/reports/definition.ts';
import { dateIn } from '../../domain/time.ts';
import { failure, invalid } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { REASON_HEADER } from '../../contract/console/headers.ts';
import type { SealedReportRow } from '../../store/schema/report-schema.ts';
import { fromJson } from '../../store/json.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Audit } from '../audit/audit.ts';
import { NOBODY_ASKED } from '../audit/chain.ts';
import { findSealed, sealedSummary } from './read-sealed.ts';
import type { ReportTasks } from './report-tasks.ts';
import type { SealedPiece } from './seal-report.ts';

/** What is sealed. */
export interface Sealing {
  /** The idempotency key, which becomes the id. */
  id: string;
  name: string | null;
  search: FigureSearch;
  /** What the operator saw. */
  totals: readonly FigureSums[];
  by: Pick<SignedIn, 'operator'>;
  /** SHA-256 of what was asked for. */
  asked: string;
  /** The last day on which it is kept for sure; null: for ever. */
  keep: { until: string; zone: string } | null;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * The report that a key sealed already; null: none yet.
 * @throws Failure 409 if it was another operator's, or something else was asked for with it
 */
export async function sealedBefore(
  db: Kysely<Store>,
  { id, by, asked }: Pick<Sealing, 'id' | 'by' | 'asked'>,
): Promise<SealedReportRow | null> {
  const row = await db
    .selectFrom('sealed_reports')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.operator_id !== by.operator.id) {
    throw failure(409, 'invalid_request', `This key sealed a report of ${row.operator_name}.`);
  }
  if (row.asked === null || row.asked === asked) return row;
  throw failure(
    409,
    'invalid_request',
    'This was sealed before as it was asked for then. Nothing else was sealed: see the list of reports.',
  );
}

/** Parts of an attempt that a crash ended are removed after this time, in milliseconds. */
const LEFT_OVER_MS = 86_400_000;

async function removeLeftOver(db: Kysely<Store>, now: number): Promise<void> {
  await db
    .deleteFrom('sealed_report_parts')
    .where('stored_at', '<', now - LEFT_OVER_MS)
    .where('parts_id', 'not in', (row) => row.selectFrom('sealed_reports').select('parts_id'))
    .execute();
}

/**
 * Computes a report and stores its sessions. They count for nothing until `storeSealed` stores the report itself, so
 * that no transaction holds up others.
 * @returns the row of the report
 */
export async function storeParts(
  db: Kysely<Store>,
  tasks: Pick<ReportTasks, 'stream'>,
  { id, name, search, totals, by: { operator }, asked, keep, now }: Sealing,
): Promise<SealedReportRow> {
  if (keep !== null && !isTimeZone(keep.zone)) {
    throw invalid('keep.zone', `${keep.zone} is not a time zone.`);
  }
  if (keep !== null && keep.until < dateIn(keep.zone, now)) {
    throw invalid('keep.until', 'The last day is over already. Nothing was sealed.');
  }
  await removeLeftOver(db, now);
  const partsId = randomUUID();
  const seal = { id, name, totals, by: operator.name, at: now };
  const pieces = tasks.stream(
    { kind: 'seal', search, now, seal },
    { signal: new AbortController().signal, progress: () => {} },
  );
  let last: Extract<SealedPiece, { manifest: string }> | null = null;
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) continue;
    if ('manifest' in piece) last = piece;
    else {
      const content = Buffer.from(piece.content);
      await db
        .insertInto('sealed_report_parts')
        .values({ parts_id: partsId, part_no: piece.part, stored_at: now, content })
        .execute();
    }
  }
  if (last === null) throw new Error('a report was sealed without a manifest');
  return {
    id,
    name,
    search: JSON.stringify(last.search),
    manifest: last.manifest,
    hash: last.hash,
    totals: JSON.stringify(last.totals),
    sessions: last.sessions,
    parts_id: partsId,
    parts: last.parts,
    sealed_at: now,
    operator_id: operator.id,
    operator_name: operator.name,
    asked,
    kept_until: keep?.until ?? null,
    kept_zone: keep?.zone ?? null,
  };
}

/** Stores a report whose parts are stored. @returns what the audit log keeps */
export async function storeSealed(trx: Kysely<Store>, row: SealedReportRow): Promise<object> {
  await trx.insertInto('sealed_reports').values(row).execute();
  return { id: row.id, sealed: row.hash };
}

/** Sealed reports, the newest first. */
export async function readSealedReports(
  db: Kysely<Store>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ reports: Omit<SealedReport, 'manifest'>[]; count: number }> {
  const rows = await db
    .selectFrom('sealed_reports')
    .orderBy('sealed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .select(['id', 'name', 'search', 'hash', 'totals', 'sessions', 'parts_id', 'parts'])
    .select(['sealed_at', 'operator_id', 'operator_name', 'asked', 'kept_until', 'kept_zone'])
    .execute();
  const { count } = await db
    .selectFrom('sealed_reports')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const reports: Omit<SealedReport, 'manifest'>[] = [];
  for (const row of rows) reports.push(sealedSummary(row, await currencyOf(db, row.search)));
  return { reports, count: Number(count) };
}

/** The currency of a report's tariffs, which all have the same; null: it has none. */
async function currencyOf(db: Kysely<Store>, search: string): Promise<string | null> {
  const { tariff, tariffs } = definitionOf(fromJson(FigureSearch, search));
  const { id, version } = tariff ?? tariffs[0]?.tariff ?? {};
  if (id === undefined || version === undefined) return null;
  const row = await db
    .selectFrom('tariffs')
    .where('id', '=', id)
    .where('version', '=', version)
    .select('content')
    .executeTakeFirst();
  return row === undefined ? null : fromJson(Currency, row.content).currency;
}
/** A list of prices beside it is not read. */
const Currency = z.object({ currency: TariffText.shape.currency });

/**
 * Deletes a sealed report with its sessions.
 * @returns what the audit log keeps: an exported manifest can still be told from a forged one
 * @throws Failure 404; 403 if the role may not; 400 without a reason
 */
export async function deleteSealed(
  trx: Kysely<Store>,
  id: string,
  { operator }: Pick<SignedIn, 'operator'>,
  reason: string | null,
): Promise<object> {
  const row = await findSealed(trx, id);
  if (!permits(operator.role, 'delete-sealed-report')) {
    throw failure(403, 'forbidden', denialReason(operator.role, 'delete-sealed-report'));
  }
  if (reason === null) {
    throw invalid(REASON_HEADER, 'Deleting a sealed report needs a reason. Nothing was deleted.');
  }
  return { ...(await removeSealed(trx, row)), reason };
}

/** Removes a sealed report with its sessions. @returns what the audit log keeps; null: it is gone already */
async function removeSealed(
  trx: Kysely<Store>,
  { id, hash, name, operator_name: sealedBy, parts_id: parts }: SealedReportRow,
): Promise<object | null> {
  const { numDeletedRows } = await trx
    .deleteFrom('sealed_reports')
    .where('id', '=', id)
    .executeTakeFirst();
  await trx.deleteFrom('sealed_report_parts').where('parts_id', '=', parts).execute();
  return numDeletedRows === 0n ? null : { hash, sealedBy, name };
}

/** No zone is further ahead: where a day ends first. */
const FIRST_ZONE = 'Pacific/Kiritimati';

/**
 * Deletes sealed reports whose last day is over in its zone, each with a row in the audit log.
 * @param now milliseconds since the epoch
 * @returns how many
 */
export async function deleteOutdated(
  db: Kysely<Store>,
  audit: Pick<Audit, 'transaction'>,
  now: number,
): Promise<number> {
  const rows = await db
    .selectFrom('sealed_reports')
    .where('kept_until', '<', dateIn(FIRST_ZONE, now))
    .selectAll()
    .execute();
  let count = 0;
  for (const row of rows) {
    const { kept_until: until, kept_zone: zone } = row;
    if (until === null || zone === null || until >= dateIn(zone, now)) continue;
    await audit.transaction(async (trx, add) => {
      const removed = await removeSealed(trx, row);
      if (removed === null) return;
      count += 1;
      add({
        ...NOBODY_ASKED,
        action: 'report-deleted',
        outcome: 'done',
        target: `sealed report ${row.id}`,
        body: { ...removed, reason: `It was kept until ${until}, as its operator chose` },
      });
    });
  }
  return count;
}
