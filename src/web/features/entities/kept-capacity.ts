import { z } from '../../../contract/zod.ts';

const Kept = z.object({ before: z.number(), set: z.number() });
/** A change that can be undone: the value before, and the value set. */
export type KeptChange = z.infer<typeof Kept>;

function keyOf(entityId: string): string {
  return `gridhelm-capacity-${entityId}`;
}

/** The last change in this browser tab, kept over a reload; null if there is none. */
export function keptChange(entityId: string): KeptChange | null {
  try {
    const text = sessionStorage.getItem(keyOf(entityId));
    return text === null ? null : Kept.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps or deletes a change. If storage is blocked nothing survives a reload. */
export function keepChange(entityId: string, change: KeptChange | null): void {
  try {
    if (change === null) sessionStorage.removeItem(keyOf(entityId));
    else sessionStorage.setItem(keyOf(entityId), JSON.stringify(change));
  } catch {
    // The change lasts as long as this page is open.
  }
}
