import type { DryRun } from '../../../contract/console/dispatch.ts';
import { guardKey } from '../../../contract/console/guard.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { formatCount } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { guardedBy } from '../../api/dispatch.ts';
import { reasonIssue, type DispatchContent } from './dispatch-form.ts';
import type { Blocker } from './guard-panel.tsx';

function fromRefusal({ key, words }: { key: string; words: string }): Blocker {
  const [, id] = key.split(':');
  return { key, words, intentId: Uuid.safeParse(id).data ?? null };
}

/**
 * What stands in the way: what the dry run found, and what the server named when it turned the last
 * attempt away, each once. An intent never stands in its own way: repeating it sends nothing twice.
 * @param refusal why the last attempt failed; null where the dry run is newer than that
 * @param ownId the intent that is reviewed, which an interrupted attempt may have left with the server
 */
export function blockersOf(dryRun: DryRun | undefined, refusal: unknown, ownId: string): Blocker[] {
  const others = (dryRun?.guard.findings ?? []).filter(({ intentId }) => intentId !== ownId);
  const found = others.map((finding) => ({
    key: guardKey(finding),
    words: finding.words,
    intentId: finding.intentId,
  }));
  const known = new Set(found.map(({ key }) => key));
  const named = guardedBy(refusal).filter(({ key }) => !known.has(key));
  return [...found, ...named.map(fromRefusal)];
}

/** Why it cannot be sent at this moment, in words, or null. */
export function sendObstacle(at: {
  content: DispatchContent;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether the dry run is still awaited. */
  waiting: boolean;
  /** Whether a warning is not overridden. */
  blocked: boolean;
  /** Whether an override needs a reason. */
  needsReason: boolean;
}): string | null {
  const { content } = at;
  const past = content.items.filter((item) => (instantMs(item.triggerTime) ?? Infinity) <= at.now);
  if (past.length > 0) {
    return `${formatCount(past.length, 'planned Command is', 'planned Commands are')} past by now. Go back and change the time.`;
  }
  if (at.waiting) return 'The dry run is still being read.';
  if (at.blocked) {
    return 'Earlier dispatches stand in the way. Sending all the same has to be ticked above.';
  }
  if (at.needsReason && content.reason === '') return 'Sending all the same needs a reason.';
  return reasonIssue(content.reason);
}
