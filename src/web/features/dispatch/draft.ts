import { Instant, Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { randomId } from '../../api/random-id.ts';
import { keptInTab } from '../../api/kept-in-tab.ts';
import { KeptFields, type DispatchContent } from './dispatch-form.ts';

/** The intent of a reviewed content; repeating it under this id never sends twice. */
const Intent = z.object({
  id: Uuid,
  /** The content it was made for, as JSON. */
  content: z.string(),
  /** When it was last sent without an answer, or null. */
  unansweredAt: Instant.nullable(),
});
export type Intent = z.infer<typeof Intent>;

const Draft = z.object({ fields: KeptFields, intent: Intent.nullable() });
/** The state of a dispatch sheet, kept in this tab until it was sent. */
export type Draft = z.infer<typeof Draft>;

/** Storage key of a draft: its Collective, and the batch that it starts from. */
export function draftKey(collectiveId: string, startsFrom: string | null): string {
  const key = `gridhelm-dispatch-${collectiveId}`;
  return startsFrom === null ? key : `${key}-${startsFrom}`;
}

/** A draft across sign-in, reload and closing the sheet. */
const kept = (key: string) => keptInTab(key, Draft);

/**
 * The draft kept in this tab; null if there is none or it cannot be read. Ignoring cooldowns is
 * reset, unless an unanswered attempt did so: changed, it would be a different intent.
 */
export function loadDraft(key: string): Draft | null {
  const draft = kept(key).load();
  if (draft === null || (draft.intent?.unansweredAt ?? null) !== null) return draft;
  return { ...draft, fields: { ...draft.fields, ignoreCooldown: false } };
}

/** Keeps a draft. */
export function saveDraft(key: string, draft: Draft): void {
  kept(key).save(draft);
}

/** Deletes a draft. */
export function dropDraft(key: string): void {
  kept(key).drop();
}

/**
 * The intent of a reviewed content: the earlier one if the content is unchanged, so that a
 * repetition is recognised; else a new one.
 */
export function intentFor(earlier: Intent | null, content: DispatchContent): Intent {
  const text = JSON.stringify(content);
  if (earlier !== null && earlier.content === text) return earlier;
  return { id: randomId(), content: text, unansweredAt: null };
}

/**
 * The same intent with a reason added during the review. The server does not compare the reason, so
 * an earlier attempt is still recognised.
 */
export function withReason(intent: Intent, content: DispatchContent): Intent {
  return { ...intent, content: JSON.stringify(content) };
}

/** The same intent, marked as sent without an answer. */
export function unanswered(intent: Intent, nowMs: number): Intent {
  return { ...intent, unansweredAt: isoInstant(nowMs) };
}
