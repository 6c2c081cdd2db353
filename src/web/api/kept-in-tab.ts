import type { Operator } from '../../contract/console/session.ts';
import { z } from '../../contract/zod.ts';
import { pageOperator, showPageOf } from './page-operator.ts';

/** A value that this tab keeps for its operator across sign-in and reload; signing out removes it. */
interface KeptInTab<T> {
  /** Null: this operator has none, it cannot be read, or storage is blocked. */
  load: () => T | null;
  /** @returns false if storage is blocked or full: it lasts until the page is left */
  save: (value: T) => boolean;
  drop: () => void;
}

/**
 * The one store of drafts and other state that must survive a reload. It belongs to the operator whom the page
 * shows: the next one in this tab does not get it, and it is back when its operator is.
 * @param key of the storage
 * @param schema validates what is read
 */
export function keptInTab<T>(key: string, schema: z.ZodType<T>): KeptInTab<T> {
  const ownKey = () => `${key} of ${pageOperator()?.id ?? 'nobody'}`;
  return keptUnder(ownKey, schema);
}

function keptUnder<T>(keyNow: () => string, schema: z.ZodType<T>): KeptInTab<T> {
  return {
    load: () => {
      try {
        const text = sessionStorage.getItem(keyNow());
        return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
      } catch {
        return null;
      }
    },
    save: (value) => {
      try {
        sessionStorage.setItem(keyNow(), JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    drop: () => {
      try {
        sessionStorage.removeItem(keyNow());
      } catch {
        // Storage is blocked, so nothing was stored.
      }
    },
  };
}

const lastOperator = keptUnder(() => 'gridhelm-operator', z.string());

/**
 * Shows the page and what this tab keeps for an operator.
 * @returns whether the tab was another one's before, so that its address holds what that one chose
 */
export function takeTab(operator: Operator): boolean {
  const before = lastOperator.load();
  showPageOf(operator);
  lastOperator.save(operator.id);
  return before !== null && before !== operator.id;
}
