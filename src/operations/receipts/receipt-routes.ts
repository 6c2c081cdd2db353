import type { Kysely } from 'kysely';
import { ReceiptContent, type Receipt, type ReceiptCheck } from '../../contract/console/receipt.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { formatCount } from '../../domain/format.ts';
import { isoInstant } from '../../domain/instant.ts';
import { findBatch } from '../dispatch/batches/batches.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../bff/http/define-route.ts';
import { READ, type Route } from '../../bff/http/route.ts';
import { fromJson } from '../../store/json.ts';
import type { SealRow, Store } from '../../store/schema/schema.ts';
import { composeReceipt, hashOfText } from './content.ts';
import { differences } from './differences.ts';

function shownSeal(row: Pick<SealRow, 'revision' | 'sealed_at' | 'hash' | 'cause'>) {
  return {
    revision: row.revision,
    sealedAt: isoInstant(row.sealed_at),
    hash: row.hash,
    cause: row.cause,
  };
}

/**
 * The receipt of a batch: its last seal, or the current ledger if there is none yet.
 * @param id the dispatch id
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
async function readReceipt(db: Kysely<Store>, id: string, now: number): Promise<Receipt> {
  const seals = await db
    .selectFrom('seals')
    .where('dispatch_id', '=', id)
    .orderBy('revision')
    .select(['revision', 'sealed_at', 'hash', 'cause'])
    .execute();
  const last = seals.at(-1);
  const shown = { id, seals: seals.map(shownSeal), asOf: isoInstant(now) };
  if (last === undefined) {
    const { content, text } = await db
      .transaction()
      .execute(async (trx) => composeReceipt(trx, await findBatch(trx, id), now));
    return { ...shown, content, hash: hashOfText(text) };
  }
  const { content } = await db
    .selectFrom('seals')
    .where('dispatch_id', '=', id)
    .where('revision', '=', last.revision)
    .select('content')
    .executeTakeFirstOrThrow();
  return { ...shown, content: fromJson(ReceiptContent, content), hash: hashOfText(content) };
}

function checkMessage(broken: number[], seals: number, found: string[]): string {
  if (seals === 0) return 'This receipt is not sealed yet: the batch can still change.';
  const parts: string[] = [];
  parts.push(
    broken.length === 0
      ? `${formatCount(seals, 'seal', 'seals')} recomputed: each is as it was sealed.`
      : `The content of seal ${broken.join(', ')} does not have the hash it was sealed with.`,
  );
  parts.push(
    found.length === 0
      ? 'The ledger still matches the last seal.'
      : `The ledger has changed since the last seal: ${found.join(' ')}`,
  );
  return parts.join(' ');
}

/**
 * Recomputes the hash of each seal, and compares the ledger with the last one.
 * @param id the dispatch id
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
async function checkReceipt(db: Kysely<Store>, id: string, now: number): Promise<ReceiptCheck> {
  return db.transaction().execute(async (trx) => {
    const intent = await findBatch(trx, id);
    const rows = await trx
      .selectFrom('seals')
      .where('dispatch_id', '=', id)
      .orderBy('revision')
      .selectAll()
      .execute();
    const seals = rows.map((row) => {
      const recomputed = hashOfText(row.content);
      return { ...shownSeal(row), recomputed, holds: recomputed === row.hash };
    });
    const broken = seals.filter(({ holds }) => !holds).map(({ revision }) => revision);
    const last = rows.at(-1);
    const found: string[] = [];
    if (last !== undefined) {
      const sealed = ReceiptContent.safeParse(JSON.parse(last.content));
      if (sealed.success) {
        const { content } = await composeReceipt(trx, intent, now);
        const { explained, unexplained } = differences(sealed.data, content);
        found.push(...unexplained, ...explained);
      } else {
        found.push('The content of the last seal cannot be read.');
      }
    }
    return {
      checkedAt: isoInstant(now),
      seals,
      ledgerHolds: found.length === 0,
      message: checkMessage(broken, seals.length, found),
    };
  });
}

/** The routes of the receipts. */
export function receiptRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { receipt, checkReceipt: check } = CONSOLE_ROUTES;
  return [
    defineRoute(receipt, READ, ({ params }) => readReceipt(db, params.id, clock.now())),
    defineRoute(check, READ, ({ params }) => checkReceipt(db, params.id, clock.now())),
  ];
}
