import type { QueryClient } from '@tanstack/react-query';
import { askingFor, noteAct } from './attention.ts';
import { sessionQuery } from './session.ts';

/** Events that count as an operator's act. Moving the pointer does not. */
const ACTS = [
  'pointerdown',
  'click',
  'keydown',
  'input',
  'wheel',
  'touchmove',
  'popstate',
] as const;
/** How long after an act it is reported to the server if no request did so, in ms. */
export const GRAIN_MS = 60_000;

/**
 * Listens for the operator's acts, and reports them to the server if no request does: reading a page or filling
 * in a form needs no request, but must not let the session expire.
 * @returns stops listening
 */
export function watchOperator(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tell = (): void => {
    timer = null;
    if (askingFor('GET', '').background) return;
    // Through the query cache, so that an ended session is noticed as with any other call.
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
