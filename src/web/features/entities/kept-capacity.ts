import { z } from '../../../contract/zod.ts';

const Kept = z.object({ before: z.number(), set: z.number() });
/** A change that can be undone: what was before, and what was set instead. */
export type KeptChange = z.infer<typeof Kept>;

function keyOf(entityId: string): string {
  return `gridhelm-capacity-${entityId}`;
}

/** The last change in this browser's tab, kept over a reload; null where there is none. */
export function keptChange(entityId: string): KeptChange | null {
  try {
    const text = sessionStorage.getItem(keyOf(entityId));
    return text === null ? null : Kept.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps a change, or forgets it. Where storage is blocked nothing is kept over a reload. */
export function keepChange(entityId: string, change: KeptChange | null): void {
  try {
    if (change === null) sessionStorage.removeItem(keyOf(entityId));
    else sessionStorage.setItem(keyOf(entityId), JSON.stringify(change));
  } catch {
    // The change stays on this page as long as it is open.
  }
}
