import { z } from '../../../contract/zod.ts';

/** A capacity that can be sent, or why not. */
export type CapacityText = { value: number; problem: null } | { value: null; problem: string };

/** Above this a typing mistake is likelier than a battery. */
const UNLIKELY_ABOVE = 100_000;

/**
 * Reads a capacity as it is typed.
 * @param unit as configured, for the words
 */
export function readCapacity(text: string, unit: string): CapacityText {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null, problem: `Enter the capacity in ${unit}.` };
  if (trimmed.includes(',')) {
    return { value: null, problem: 'Use a point for decimals, and no marks for thousands.' };
  }
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(trimmed)) {
    return { value: null, problem: `Enter a number above 0, such as 68 or 13.5, in ${unit}.` };
  }
  const value = Number(trimmed);
  if (value === 0) return { value: null, problem: 'The capacity has to be above 0.' };
  if (value > UNLIKELY_ABOVE) {
    return {
      value: null,
      problem: `${trimmed} ${unit} is more than any battery has. Check the unit.`,
    };
  }
  return { value, problem: null };
}

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
