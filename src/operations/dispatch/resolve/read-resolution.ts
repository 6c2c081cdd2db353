import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import {
  Evidence,
  ResolutionVerdict,
  type Resolution,
} from '../../../contract/console/resolution.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { ResolutionRow } from '../../../store/schema/resolution-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { closingsOf } from './closings.ts';

/** Verdicts after which the guard no longer asks; `closed`: a person decided that it landed. */
const FINAL = z.enum(['landed', 'partly', 'none', 'uncheckable', 'closed']);

/** The final knowledge about a dispatch with an unknown outcome. */
export interface FinalVerdict {
  verdict: z.infer<typeof FINAL>;
  /** Its Commands may still appear until then, in milliseconds since the epoch; null: they will not. */
  horizonAt: number | null;
}

const State = z.enum(['running', 'done']);

type Counts = Resolution['counts'];
type Failures = Resolution['failures'];

function clockOf(row: ResolutionRow): Resolution['clock'] {
  const { clock_low: lowMs, clock_high: highMs } = row;
  if (lowMs === null || highMs === null) return null;
  return { lowMs, highMs, confirmed: row.clock_confirmed === 1 };
}

const orNull = (ms: number | null) => (ms === null ? null : isoInstant(ms));

/** Counts of the Entities of a check. */
interface Counted {
  counts: Counts;
  failures: Failures;
  /** When the first of those without a find was read; null if there are none. */
  checkedUntil: number | null;
}

function resolutionOf(row: LatestRow, { counts, failures, checkedUntil }: Counted): Resolution {
  const verdict = row.verdict === null ? null : ResolutionVerdict.parse(row.verdict);
  const total = counts.certain + counts.probable + counts.none + counts.unchecked;
  return {
    id: row.id,
    dispatchId: row.dispatch_id,
    state: State.parse(row.state),
    operatorName: row.operator_name,
    startedAt: isoInstant(row.started_at),
    finishedAt: row.finished_at === null ? null : isoInstant(row.finished_at),
    window: { start: isoInstant(row.window_start), end: isoInstant(row.window_end) },
    clock: clockOf(row),
    checkedUntil: orNull(checkedUntil),
    nextCheckAt: orNull(row.next_check_at),
    horizonAt: orNull(row.horizon_at),
    total,
    counts,
    adopted: row.adopted,
    failures,
    verdict,
    canSendAgain: verdict === 'none',
  };
}

type LatestRow = ResolutionRow & { next_check_at: number | null };

async function latestRows(db: Kysely<Store>, dispatchIds: readonly string[]): Promise<LatestRow[]> {
  if (dispatchIds.length === 0) return [];
  const rows = await db
    .selectFrom('resolutions')
    .innerJoin('intents', 'intents.id', 'resolutions.dispatch_id')
    .where('dispatch_id', 'in', dispatchIds)
    .orderBy('started_at')
    .orderBy('resolutions.id')
    .selectAll('resolutions')
    .select('intents.next_check_at')
    .execute();
  return [...new Map(rows.map((row) => [row.dispatch_id, row])).values()];
}

async function countsOf(db: Kysely<Store>, ids: readonly string[]) {
  const byResolution = new Map<string, Counted>();
  for (const id of ids) {
    const counts = { certain: 0, probable: 0, none: 0, unchecked: 0 };
    byResolution.set(id, { counts, failures: [], checkedUntil: null });
  }
  if (ids.length === 0) return byResolution;
  const counted = await db
    .selectFrom('resolution_members')
    .where('resolution_id', 'in', ids)
    .groupBy(['resolution_id', 'evidence'])
    .select((row) => [
      'resolution_id',
      'evidence',
      row.fn.countAll<number>().as('count'),
      row.fn.min('checked_at').as('first'),
    ])
    .execute();
  for (const { resolution_id: id, evidence, count, first } of counted) {
    const own = byResolution.get(id);
    if (own === undefined) continue;
    own.counts[Evidence.parse(evidence)] = count;
    if (evidence === 'none') own.checkedUntil = first;
  }
  const failed = await db
    .selectFrom('resolution_members')
    .where('resolution_id', 'in', ids)
    .where('evidence', '=', 'unchecked')
    .where('words', 'is not', null)
    .groupBy(['resolution_id', 'words'])
    .orderBy('words')
    .select((row) => ['resolution_id', 'words', row.fn.countAll<number>().as('count')])
    .execute();
  for (const { resolution_id: id, words, count } of failed) {
    if (words !== null) byResolution.get(id)?.failures.push({ words, count: count });
  }
  return byResolution;
}

/** The last check of each of these intents, if it had one. */
export async function latestResolutions(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
): Promise<ReadonlyMap<string, Resolution>> {
  const rows = await latestRows(db, dispatchIds);
  const counted = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap((row) => {
      const own = counted.get(row.id);
      return own === undefined ? [] : [[row.dispatch_id, resolutionOf(row, own)] as const];
    }),
  );
}

/** The final result for each of these intents: of its last finished check, or of a person. */
export async function finalVerdicts(
  db: Kysely<Store>,
  dispatchIds: readonly string[],
): Promise<ReadonlyMap<string, FinalVerdict>> {
  if (dispatchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('resolutions')
    .where('dispatch_id', 'in', dispatchIds)
    .where('state', '=', 'done')
    .orderBy('started_at')
    .orderBy('id')
    .select(['dispatch_id', 'verdict', 'horizon_at'])
    .execute();
  const latest = new Map(rows.map((row) => [row.dispatch_id, row]));
  const final = new Map<string, FinalVerdict>();
  for (const [id, row] of latest) {
    const { data: verdict } = FINAL.safeParse(row.verdict);
    const mayLand = verdict === 'none' || verdict === 'uncheckable' || verdict === 'partly';
    if (verdict !== undefined)
      final.set(id, { verdict, horizonAt: mayLand ? row.horizon_at : null });
  }
  for (const [id, closing] of await closingsOf(db, dispatchIds)) {
    const verdict = closing.verdict === 'landed' ? 'closed' : 'none';
    final.set(id, { verdict, horizonAt: null });
  }
  return final;
}

/**
 * Whether a dispatch is decided: a check or a person has settled it, and what was not found cannot land any more.
 * @param now milliseconds since the epoch
 */
export function isDecided(final: FinalVerdict | undefined, now: number): boolean {
  return final !== undefined && (final.horizonAt === null || final.horizonAt <= now);
}

/** What a check found for a member, and the version of that find. */
export interface Found {
  evidence: Evidence;
  version: number;
}

/**
 * What the last finished check of an intent found for each member, by Entity; otherwise the running one.
 * Finds of a running check count at once: their Commands are in the batch already.
 */
export async function evidenceOf(
  db: Kysely<Store>,
  dispatchId: string,
): Promise<ReadonlyMap<string, Found>> {
  const checks = await db
    .selectFrom('resolutions')
    .where('dispatch_id', '=', dispatchId)
    // "done" sorts before "running".
    .orderBy('state')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'state'])
    .execute();
  const [latest] = checks;
  if (latest === undefined) return new Map();
  const running = checks.find(({ state, id }) => state === 'running' && id !== latest.id);
  const found = await foundIn(db, latest.id);
  if (running === undefined) return found;
  const now = await foundIn(db, running.id);
  const finds = [...now].filter(([, { evidence }]) => FOUND.has(evidence));
  return new Map([...found, ...finds]);
}

const FOUND: ReadonlySet<Evidence> = new Set(['certain', 'probable']);

async function foundIn(db: Kysely<Store>, resolutionId: string): Promise<Map<string, Found>> {
  const rows = await db
    .selectFrom('resolution_members')
    .where('resolution_id', '=', resolutionId)
    .select(['entity_id', 'evidence', 'version'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.entity_id,
      { evidence: Evidence.parse(row.evidence), version: row.version },
    ]),
  );
}
