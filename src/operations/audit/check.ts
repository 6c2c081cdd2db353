import type { Kysely } from 'kysely';
import {
  MOST_BREAKS,
  type AnchorProblem,
  type AuditBreak,
  type AuditCheck,
} from '../../contract/console/audit.ts';
import type { Operator } from '../../contract/console/session.ts';
import { breakMessage } from '../../domain/audit-messages.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Clock } from '../../lib/clock.ts';
import { failure } from '../../bff/http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readAnchors } from './anchor-file.ts';
import { appendAudit, type AuditEntry } from './chain.ts';
import {
  ChainWalk,
  REANCHORED,
  counterOf,
  verifyChain,
  walkOn,
  type ChainCheck,
} from './verify.ts';

/** What checking the audit log needs. */
export interface CheckParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  /** The file of anchors. */
  anchors: string;
  /** Called after a row was added. */
  onRow: () => void;
}

function listed(breaks: readonly AuditBreak[]) {
  return { breaks: breaks.slice(0, MOST_BREAKS), breaksTotal: breaks.length };
}

function answerOf(found: ChainCheck, anchorProblems: AnchorProblem[], now: number): AuditCheck {
  const { rows, holds, brokenAt } = found;
  return {
    rows,
    holds,
    brokenAt,
    checkedAt: isoInstant(now),
    ...listed(found.breaks),
    anchorProblems,
    acceptances: found.acceptances.map((each) => ({
      ...each,
      at: isoInstant(each.at),
      ...listed(each.breaks),
    })),
  };
}

/** Walks the chain of the audit log, and compares it with its anchors. */
export async function checkAudit(parts: CheckParts): Promise<AuditCheck> {
  const { anchors, problems } = await readAnchors(parts.anchors);
  const found = await verifyChain(parts.db, anchors);
  return answerOf(found, problems, parts.clock.now());
}

/**
 * Accepts the breaks of a broken chain. The new row has a digest of everything before it, so any later change
 * there is a break again; its number is above all earlier numbers.
 * @param who the operator and the origin of the request
 * @throws Failure 409 if the chain holds
 */
export async function reanchorAudit(
  parts: CheckParts,
  reason: string,
  who: Omit<AuditEntry, 'action' | 'outcome' | 'body' | 'operator'> & { operator: Operator },
): Promise<AuditCheck> {
  const { db, clock } = parts;
  const { anchors } = await readAnchors(parts.anchors);
  const walk = new ChainWalk(anchors);
  await walkOn(db, walk);
  await db.transaction().execute(async (trx) => {
    // Rows that were added since; the lock stops further ones.
    await walkOn(trx, walk);
    const { breaks, holds } = walk.end(await counterOf(trx));
    if (holds) {
      throw failure(409, 'changed_since', 'The chain holds: there is nothing to re-anchor.');
    }
    const [first] = breaks;
    const body = {
      reason,
      digest: walk.digest,
      breaks: breaks.length,
      first: first === undefined ? undefined : breakMessage(first, 'UTC'),
    };
    await appendAudit(
      trx,
      { ...who, action: 'audit-reanchored', outcome: REANCHORED, body },
      clock.now(),
      walk.last,
    );
  });
  parts.onRow();
  return checkAudit(parts);
}
