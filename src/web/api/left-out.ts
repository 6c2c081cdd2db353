import { useSyncExternalStore } from 'react';
import { ENDPOINTS, type EndpointName, type ParamsOf } from '../../contract/endpoints.ts';
import { fillPath } from '../../contract/paths.ts';

/** What the last live read of a list left out, by its path. */
const notes = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Records what was left out of an answer.
 * @param message in a sentence; null: nothing
 * @param isFirst whether it is the first page; later pages keep an earlier message
 */
export function noteLeftOut(path: string, message: string | null, isFirst: boolean): void {
  const before = notes.get(path);
  if (message !== null) notes.set(path, message);
  else if (isFirst) notes.delete(path);
  if (notes.get(path) !== before) for (const listener of listeners) listener();
}

/** What the last live read of a list left out, in a sentence; null: nothing. */
export function useLeftOut<N extends EndpointName>(name: N, params: ParamsOf<N>): string | null {
  const path = fillPath(ENDPOINTS[name].path, params);
  return useSyncExternalStore(subscribe, () => notes.get(path) ?? null);
}
