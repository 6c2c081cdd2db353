import { Instant, Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { newIntentId } from '../../api/dispatch.ts';
import { EMPTY_FIELDS, KeptFields, type DispatchContent } from './dispatch-form.ts';

/** The one intent of a reviewed content; repeating it under this id never sends twice. */
const Intent = z.object({
  id: Uuid,
  /** The content it was made for, as JSON. */
  content: z.string(),
  /** When it was last sent without an answer, or null. */
  unansweredAt: Instant.nullable(),
});
export type Intent = z.infer<typeof Intent>;

const Draft = z.object({ fields: KeptFields, intent: Intent.nullable() });
/** What a dispatch dialog holds, kept in this tab until it was sent. */
export type Draft = z.infer<typeof Draft>;

const EMPTY_DRAFT: Draft = { fields: EMPTY_FIELDS, intent: null };

function keyOf(collectiveId: string): string {
  return `gridhelm-dispatch-${collectiveId}`;
}

/** The draft of a Collective as this tab kept it; what cannot be read is an empty one. */
export function loadDraft(collectiveId: string): Draft {
  try {
    const text = sessionStorage.getItem(keyOf(collectiveId));
    return text === null ? EMPTY_DRAFT : Draft.catch(EMPTY_DRAFT).parse(JSON.parse(text));
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Keeps a draft over sign-in, reload and closing the dialog. */
export function saveDraft(collectiveId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(collectiveId), JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: the dialog itself still holds the draft.
  }
}

/** Forgets a draft. */
export function dropDraft(collectiveId: string): void {
  try {
    sessionStorage.removeItem(keyOf(collectiveId));
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

/**
 * The intent for a content that is reviewed: the earlier one where the content is still the same, so
 * that a repetition is recognised; else a new one.
 */
export function intentFor(earlier: Intent | null, content: DispatchContent): Intent {
  const text = JSON.stringify(content);
  if (earlier !== null && earlier.content === text) return earlier;
  return { id: newIntentId(), content: text, unansweredAt: null };
}

/** The same intent, marked as sent without an answer. */
export function unanswered(intent: Intent, nowMs: number): Intent {
  return { ...intent, unansweredAt: isoInstant(nowMs) };
}
