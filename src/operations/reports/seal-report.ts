import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import type { FigureSums } from '../../contract/console/report-figures.ts';
import { SealedManifest } from '../../contract/console/sealed-report.ts';
import { isoInstant } from '../../domain/instant.ts';
import { listText } from '../../domain/reports/definition.ts';
import { NOT_HERE } from '../../domain/reports/compute-report.ts';
import { groupReport, reportTotals } from '../../domain/reports/group-report.ts';
import { findSessions, sessionReader } from '../../domain/reports/list-sessions.ts';
import { exceptionCounts, exclusionCounts } from '../../domain/reports/report-answers.ts';
import { microsOfText, microsToText } from '../../domain/reports/exact.ts';
import { failure } from '../../http/problems.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { MadeReport } from './report-engine.ts';

const compressed = promisify(gzip);
/** Sessions of a part. */
const PART = 5000;

/** What a report is sealed with. */
export interface SealAsk {
  /** The idempotency key, which becomes its id. */
  id: string;
  name: string | null;
  /** What the operator saw. */
  totals: readonly FigureSums[];
  by: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A part of a report's sessions, or at the end its manifest. */
export type SealedPiece =
  | { part: number; content: Uint8Array }
  | {
      manifest: string;
      hash: string;
      totals: FigureSums[];
      sessions: number;
      parts: number;
      search: FigureSearch;
    };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const micros = (text: string) => microsOfText(text) ?? 0n;

/** The address with dates, tariffs and limits as they were: a preset would mean others later. */
function fixedSearch(search: FigureSearch, { period, definition }: MadeReport): FigureSearch {
  const { saved: _, sealed: __, ...own } = search;
  const { scope } = definition;
  const ids = (list: readonly string[]) => listText(list);
  return {
    ...own,
    ...(scope.collectives.length === 0 ? {} : { collectives: ids(scope.collectives) }),
    ...(scope.entities.length === 0 ? {} : { entities: ids(scope.entities) }),
    period: period.from === null ? 'all' : `${period.from}_${period.to}`,
    zone: definition.zone,
    by: definition.by.join('.'),
  };
}

/** Registers against totals, and sessions against those counted and excluded. */
function checksOf(totals: readonly FigureSums[], all: number, excluded: number) {
  const counted = totals.reduce((sum, { sessions }) => sum + sessions, 0);
  return [
    ...totals.map(({ unit, energy, registers: { t1, t2, t3, t4, rest } }) => {
      const sum = [t1, t2, t3, t4].reduce((total, part) => total + micros(part), 0n);
      return {
        name: `t1 + t2 + t3 + t4 = total, ${unit ?? 'no unit'}`,
        ok: rest === '0',
        detail: `${microsToText(sum)} of ${energy}`,
      };
    }),
    {
      name: 'every session is counted or excluded with a reason',
      ok: counted + excluded === all,
      detail: `${counted} counted + ${excluded} excluded of ${all}`,
    },
  ];
}

function unitsOf({ report: { columns, excluded } }: MadeReport): SealedManifest['units'] {
  const counts = new Map<number, number>();
  for (let row = 0; row < columns.count; row += 1) {
    if (excluded[row] === NOT_HERE) continue;
    const unit = columns.indexes.unit[row] ?? 0;
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return [...counts].map(([unit, sessions]) => ({
    unit: columns.dictionary.units.list[unit] ?? null,
    sessions,
  }));
}

/**
 * Writes a report as it is stored when it is sealed: its sessions as counted, in compressed parts, then the manifest.
 * @throws Failure 409 if the totals are not those that the operator saw
 */
export async function* sealedPieces(
  made: MadeReport,
  search: FigureSearch,
  ask: SealAsk,
): AsyncGenerator<SealedPiece> {
  const { report, definition, period, tariffs, basis, known } = made;
  const totals = reportTotals(report);
  if (canonicalJson(totals) !== canonicalJson(ask.totals)) {
    throw failure(
      409,
      'invalid_request',
      'These figures changed since you saw them, so nothing was sealed. Look at them again.',
    );
  }
  const lines = createHash('sha256');
  const read = sessionReader(report, {});
  const ofEntity = new Map<string, number>();
  let count = 0;
  let parts = 0;
  let text = '';
  for (const row of findSessions(report, { counted: 'all' })) {
    const session = read(row);
    ofEntity.set(session.entityId, (ofEntity.get(session.entityId) ?? 0) + 1);
    text += `${JSON.stringify(session)}\n`;
    count += 1;
    if (count % PART !== 0) continue;
    lines.update(text);
    yield { part: parts, content: await compressed(text) };
    parts += 1;
    text = '';
  }
  if (text !== '') {
    lines.update(text);
    yield { part: parts, content: await compressed(text) };
    parts += 1;
  }

  const exclusions = exclusionCounts(report);
  const excluded = exclusions.reduce((sum, { sessions }) => sum + sessions, 0);
  const instant = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : isoInstant(ms);
  const fixed = fixedSearch(search, made);
  const manifest = canonicalJson(
    SealedManifest.parse({
      format: 'gridhelm-report-2',
      id: ask.id,
      name: ask.name,
      search: fixed,
      sealedAt: isoInstant(ask.at),
      sealedBy: ask.by,
      from: period.from,
      to: period.to,
      tariffs: tariffs.tariffs,
      basis,
      entities: report.entities.map(({ id, name }) => ({
        id,
        name,
        sessions: ofEntity.get(id) ?? 0,
        readAt: instant(known.get(id)?.readAt),
        knownFrom: instant(known.get(id)?.knownFrom),
      })),
      totals,
      groups: groupReport(report, definition.by).rows,
      units: unitsOf(made),
      exceptions: exceptionCounts(report),
      exclusions,
      decisions: [...report.decided].map(([row, { kind, reason, by }]) => ({
        entityId: report.entities[report.columns.indexes.entity[row] ?? 0]?.id,
        sessionId: report.columns.idOf(row),
        kind,
        reason,
        by,
      })),
      checks: checksOf(totals, count, excluded),
      sessions: { count, sha256: lines.digest('hex') },
    } satisfies Record<Exclude<keyof SealedManifest, 'earlier'>, unknown>),
  );
  const counted = totals.reduce((sum, { sessions }) => sum + sessions, 0);
  yield { manifest, hash: sha256(manifest), totals, sessions: counted, parts, search: fixed };
}
