import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { Evidence, ResolutionVerdict, type Resolution } from '../../contract/console/resolution.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { ResolutionRow, Store } from '../store/schema.ts';

/** Verdicts after which the guard does not ask any more what became of a dispatch. */
const FINAL = z.enum(['landed', 'partly', 'none']);
export type FinalVerdict = z.infer<typeof FINAL>;

const State = z.enum(['running', 'done']);

type Counts = Resolution['counts'];
type Failures = Resolution['failures'];

/** The check of an unknown outcome as a sentence. */
function wordsOf(verdict: ResolutionVerdict | null, total: number, counts: Counts): string {
  const of = formatCount(total, 'Entity', 'Entities');
  if (verdict === null) {
    const read = total - counts.unchecked;
    return `Reading the Commands of the members: ${formatNumber(read)} of ${of} read so far.`;
  }
  if (total === 0) return 'No members were known at the send, so nothing can be checked.';
  if (verdict === 'none')
    return `Not found on any of ${of}: the evidence says that nothing landed.`;
  if (verdict === 'too-early') {
    return `Not found on any of ${of} so far. The Service may still lag; it is checked again.`;
  }
  if (verdict === 'landed') return `Landed on all of ${of}.`;
  const parts = [`Landed on ${formatNumber(counts.certain)} of ${of}`];
  if (counts.probable > 0) parts.push(`${formatNumber(counts.probable)} probable`);
  if (counts.none > 0) parts.push(`${formatNumber(counts.none)} not found`);
  if (counts.unchecked > 0) parts.push(`${formatNumber(counts.unchecked)} could not be checked`);
  return `${parts.join(', ')}.`;
}

function resolutionOf(row: ResolutionRow, counts: Counts, failures: Failures): Resolution {
  const verdict = row.verdict === null ? null : ResolutionVerdict.parse(row.verdict);
  const total = counts.certain + counts.probable + counts.none + counts.unchecked;
  return {
    id: row.id,
    intentId: row.intent_id,
    state: State.parse(row.state),
    operatorName: row.operator_name,
    startedAt: isoInstant(row.started_at),
    finishedAt: row.finished_at === null ? null : isoInstant(row.finished_at),
    window: { start: isoInstant(row.window_start), end: isoInstant(row.window_end) },
    total,
    counts,
    adopted: row.adopted,
    failures,
    verdict,
    canSendAgain: verdict === 'none',
    words: wordsOf(verdict, total, counts),
  };
}

async function latestRows(
  db: Kysely<Store>,
  intentIds: readonly string[],
): Promise<ResolutionRow[]> {
  if (intentIds.length === 0) return [];
  const rows = await db
    .selectFrom('resolutions')
    .where('intent_id', 'in', intentIds)
    .orderBy('started_at')
    .orderBy('id')
    .selectAll()
    .execute();
  return [...new Map(rows.map((row) => [row.intent_id, row])).values()];
}

async function countsOf(db: Kysely<Store>, ids: readonly string[]) {
  const byResolution = new Map<string, { counts: Counts; failures: Failures }>();
  for (const id of ids) {
    const counts = { certain: 0, probable: 0, none: 0, unchecked: 0 };
    byResolution.set(id, { counts, failures: [] });
  }
  if (ids.length === 0) return byResolution;
  const counted = await db
    .selectFrom('resolution_members')
    .where('resolution_id', 'in', ids)
    .groupBy(['resolution_id', 'evidence'])
    .select((row) => ['resolution_id', 'evidence', row.fn.countAll<number>().as('count')])
    .execute();
  for (const { resolution_id: id, evidence, count } of counted) {
    const own = byResolution.get(id);
    if (own !== undefined) own.counts[Evidence.parse(evidence)] = count;
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

/** The last check of each of these intents that ever had one. */
export async function latestResolutions(
  db: Kysely<Store>,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, Resolution>> {
  const rows = await latestRows(db, intentIds);
  const counted = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap((row) => {
      const own = counted.get(row.id);
      return own === undefined
        ? []
        : [[row.intent_id, resolutionOf(row, own.counts, own.failures)] as const];
    }),
  );
}

/** What the last finished check of each of these intents says, where that is final. */
export async function finalVerdicts(
  db: Kysely<Store>,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, FinalVerdict>> {
  if (intentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('resolutions')
    .where('intent_id', 'in', intentIds)
    .where('state', '=', 'done')
    .orderBy('started_at')
    .orderBy('id')
    .select(['intent_id', 'verdict'])
    .execute();
  const latest = new Map(rows.map((row) => [row.intent_id, row.verdict]));
  const final = new Map<string, FinalVerdict>();
  for (const [id, verdict] of latest) {
    const parsed = FINAL.safeParse(verdict);
    if (parsed.success) final.set(id, parsed.data);
  }
  return final;
}

/** What a check found for a member, and in which version. */
export interface Found {
  evidence: Evidence;
  version: number;
}

/** What the last finished check of an intent found for each member, by Entity; else the one that runs. */
export async function evidenceOf(
  db: Kysely<Store>,
  intentId: string,
): Promise<ReadonlyMap<string, Found>> {
  const latest = await db
    .selectFrom('resolutions')
    .where('intent_id', '=', intentId)
    // "done" comes before "running".
    .orderBy('state')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirst();
  if (latest === undefined) return new Map();
  const rows = await db
    .selectFrom('resolution_members')
    .where('resolution_id', '=', latest.id)
    .select(['entity_id', 'evidence', 'version'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.entity_id,
      { evidence: Evidence.parse(row.evidence), version: row.version },
    ]),
  );
}
