import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';

/**
 * What became of one Entity of a run. `sending`: it is on its way; `created`: the Service made the
 * request; `already`: one is Pending, none was asked for; `refused`: the Service's words say why;
 * `unknown`: no answer tells, and it is not sent again by itself.
 */
const State = z.enum(['waiting', 'sending', 'created', 'already', 'refused', 'unknown']);
export type RunState = z.infer<typeof State>;

export const RunItem = z.object({
  entityId: Uuid,
  state: State,
  /** The request that was made or is Pending already. */
  requestId: Uuid.nullable(),
  /** Why it was refused or is not known. */
  words: z.string().nullable(),
});
export type RunItem = z.infer<typeof RunItem>;

/** Most Entities of one run: each is a request of its own. */
export const RUN_MAX = 500;

/** The words of each state. */
export const RUN_LABELS: Readonly<Record<RunState, string>> = {
  waiting: 'Waiting',
  sending: 'On its way',
  created: 'Requested',
  already: 'Pending before',
  refused: 'Refused',
  unknown: 'Outcome unknown',
};

/** A new run: those that have a Pending request are not asked for again. */
export function newRun(
  ids: readonly string[],
  pendingRequestOf: (entityId: string) => string | null,
): RunItem[] {
  return ids.map((entityId) => {
    const requestId = pendingRequestOf(entityId);
    return {
      entityId,
      state: requestId === null ? 'waiting' : 'already',
      requestId,
      words: null,
    };
  });
}

/** A run with one of its items changed. */
export function withItem(
  items: readonly RunItem[],
  entityId: string,
  change: Partial<RunItem>,
): RunItem[] {
  return items.map((item) => (item.entityId === entityId ? { ...item, ...change } : item));
}

const KEY = 'gridhelm-offboarding-run';

/** Keeps a run over a reload of this tab. */
export function keepRun(items: readonly RunItem[]): void {
  try {
    if (items.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(items));
  } catch {
    // Where storage is blocked the run holds as long as the page is open.
  }
}

/** The run that was left; what was on its way then is not known. */
export function keptRun(): RunItem[] {
  try {
    const items = z.array(RunItem).parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    return items.map((item) =>
      item.state === 'sending'
        ? { ...item, state: 'unknown', words: 'The page was left before the answer came.' }
        : item,
    );
  } catch {
    return [];
  }
}
