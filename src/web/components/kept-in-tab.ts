import type { z } from '../../contract/zod.ts';

/** A value that this tab keeps across sign-in and reload; signing out removes it. */
interface KeptInTab<T> {
  /** Null: there is none, it cannot be read, or storage is blocked. */
  load: () => T | null;
  /** @returns false if storage is blocked or full: it lasts until the page is left */
  save: (value: T) => boolean;
  drop: () => void;
}

/**
 * The one store of drafts and other state that must survive a reload.
 * @param key of the storage
 * @param schema validates what is read
 */
export function keptInTab<T>(key: string, schema: z.ZodType<T>): KeptInTab<T> {
  return {
    load: () => {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
      } catch {
        return null;
      }
    },
    save: (value) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    drop: () => {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Storage is blocked, so nothing was stored.
      }
    },
  };
}
