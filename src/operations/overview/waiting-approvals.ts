import type { Kysely } from 'kysely';
import type { Attention } from '../../contract/console/overview.ts';
import { approvalDenial } from '../../domain/approval.ts';
import { readRights } from '../../access/rights.ts';
import type { Store } from '../../store/schema/schema.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { storedRequest } from '../dispatch/send/intent.ts';
import { attentionKey } from './attention-key.ts';

/**
 * The dispatches that wait for this operator's approval, as one item. @param now milliseconds since the epoch
 * @returns nothing if there are none
 */
export async function readApprovals(
  db: Kysely<Store>,
  operatorId: string,
  now: number,
): Promise<Attention[]> {
  const waiting = await db
    .selectFrom('approvals')
    .innerJoin('intents', 'intents.id', 'approvals.dispatch_id')
    .where('approvals.state', '=', 'waiting')
    .where('approvals.expires_at', '>', now)
    .orderBy('approvals.expires_at')
    .selectAll('intents')
    .execute();
  const rights = waiting.length === 0 ? null : await readRights(db, operatorId);
  if (rights === null) return [];
  const own = waiting.filter((intent) => {
    const operator = { id: intent.operator_id, name: intent.operator_name };
    return approvalDenial(operatorId, rights, { ...storedRequest(intent), operator }) === null;
  });
  const key = attentionKey(
    'approvals',
    own.map(({ id }) => id),
  );
  const [batch] = await summariesOf(db, own.slice(0, 1), now);
  return batch === undefined ? [] : [{ kind: 'approvals', key, batch, count: own.length }];
}
