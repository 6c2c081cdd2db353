import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Observation } from '../../contract/console/batch.ts';
import { ReceiptContent } from '../../contract/console/receipt.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { rowsOf } from '../dispatch/batches/batch-rows.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { observationOf } from '../dispatch/batches/history.ts';
import { readSweep } from '../dispatch/cancel/sweep-read.ts';
import { failure } from '../../bff/http/problems.ts';
import type { IntentRow, Store } from '../../store/schema/schema.ts';

/** The hash of a receipt's canonical JSON. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Renames the dispatch id to its name in sealed content. */
function sealedName<T extends { dispatchId: string }>({ dispatchId, ...rest }: T) {
  return { ...rest, intentId: dispatchId };
}

async function observationsOf(db: Kysely<Store>, dispatchId: string) {
  const rows = await db
    .selectFrom('command_observations')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('position')
    .orderBy('sequence')
    .selectAll()
    .execute();
  const byPosition = new Map<number, Observation[]>();
  for (const row of rows) {
    const list = byPosition.get(row.position) ?? [];
    list.push(observationOf(row));
    byPosition.set(row.position, list);
  }
  return byPosition;
}

async function sweepsOf(db: Kysely<Store>, dispatchId: string, now: number) {
  const ids = await db
    .selectFrom('sweeps')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('created_at')
    .orderBy('id')
    .select('id')
    .execute();
  const sweeps = [];
  for (const { id } of ids) {
    const { sweep, items } = await readSweep(db, id, now);
    sweeps.push({ sweep: sealedName(sweep), items });
  }
  return sweeps;
}

/** The ledger's data on a batch, and the text that is hashed and sealed. */
export interface ComposedReceipt {
  content: ReceiptContent;
  /** Canonical JSON of the content. */
  text: string;
  settled: boolean;
}

/**
 * Collects everything that the ledger has on a batch. Must be called inside a transaction, so
 * that no change falls between its reads.
 * @param now milliseconds since the epoch
 */
export async function composeReceipt(
  db: Kysely<Store>,
  intent: IntentRow,
  now: number,
): Promise<ComposedReceipt> {
  const [batch] = await summariesOf(db, [intent], now);
  if (batch === undefined) throw failure(404, 'not_found', `There is no batch ${intent.id}.`);
  const members = await db
    .selectFrom('intent_members')
    .where('dispatch_id', '=', intent.id)
    .orderBy('name')
    .orderBy('entity_id')
    .select(['entity_id as entityId', 'name', 'type'])
    .execute();
  const observations = await observationsOf(db, intent.id);
  const rows = await rowsOf(db, intent);
  // The schema omits what does not belong into a receipt, such as versions.
  const content = ReceiptContent.parse({
    format: 'gridhelm-receipt-1',
    batch: {
      ...batch,
      overridden: batch.overridden.map((finding) =>
        finding.kind === 'no-taker' ? finding : sealedName(finding),
      ),
      resolution: batch.resolution === null ? null : sealedName(batch.resolution),
    },
    bodyHash: intent.body_hash,
    sessionHash: intent.session_hash,
    upstreamStatus: intent.upstream_status,
    members,
    commands: rows.map((row) => ({
      row,
      observations: row.position === null ? [] : (observations.get(row.position) ?? []),
    })),
    sweeps: await sweepsOf(db, intent.id, now),
  });
  return { content, text: canonicalJson(content), settled: batch.settled };
}
