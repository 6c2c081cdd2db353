import type { QueryClient } from '@tanstack/react-query';
import { askingFor, noteAct } from './attention.ts';
import { sessionQuery } from './session.ts';

/** What an operator does on a page. Moving the pointer over it is nothing. */
const ACTS = [
  'pointerdown',
  'click',
  'keydown',
  'input',
  'wheel',
  'touchmove',
  'popstate',
] as const;
/** How long after an act the server is told of it where no request has done so, in ms. */
export const GRAIN_MS = 60_000;

/**
 * Listens to what the operator does, and tells the server of it where nothing else does: work on what was
 * read before, or in a form, needs no request but must not end in a session that is over.
 * @returns a function that ends it
 */
export function watchOperator(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tell = (): void => {
    timer = null;
    if (askingFor('GET', '').background) return;
    // Through the cache of queries, so that an ended session is noticed like anywhere else.
    client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => undefined);
  };
  const onAct = (): void => {
    noteAct();
    timer ??= setTimeout(tell, GRAIN_MS);
  };
  const options = { capture: true, passive: true };
  for (const act of ACTS) window.addEventListener(act, onAct, options);
  return () => {
    if (timer !== null) clearTimeout(timer);
    for (const act of ACTS) window.removeEventListener(act, onAct, options);
  };
}
