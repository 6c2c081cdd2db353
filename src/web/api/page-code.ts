import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { callConsole } from './client.ts';
import { currentReach, subscribeReach } from './reachability.ts';

/** What a page whose code could not be fetched fails with. */
export const CODE_MISSING = 'The code of this page could not be fetched.';

/**
 * Gives a failed fetch of code its own words. The router reloads the whole page for the browser's, which
 * ends on the browser's error page where the server cannot be reached.
 */
export function nameMissingCode(event: Event & { payload?: Error }): void {
  if (event.payload !== undefined) event.payload.message = CODE_MISSING;
}

/** Resolves once the browser has nothing better to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}

/** Resolves once the server answers; at once where it does. */
function reachable(): Promise<void> {
  if (currentReach() === 'online' && navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    const again = () => {
      if (currentReach() !== 'online' || !navigator.onLine) return;
      window.removeEventListener('online', again);
      stop();
      resolve();
    };
    const stop = subscribeReach(again);
    window.addEventListener('online', again);
  });
}

/** Whether the code of a route is here. Its component forgets how to fetch it once it is. */
function isFetched({ options }: AnyRoute): boolean {
  return options.component?.preload === undefined;
}

let begun = false;

/**
 * Fetches the code of all pages, one after another while the browser is idle, so that a link works
 * without the server. Marks the document once it has all of it.
 */
export async function fetchPageCode(
  router: Pick<AnyRouter, 'routesById' | 'loadRouteChunk'>,
): Promise<void> {
  if (begun) return;
  begun = true;
  const routes: AnyRoute[] = Object.values(router.routesById);
  for (const route of routes) {
    await idle();
    await reachable();
    // What fails is fetched again when the page is opened, which says so where that fails too.
    await router.loadRouteChunk(route);
  }
  if (routes.every(isFetched)) document.documentElement.dataset['pageCode'] = 'fetched';
}

/** Loads the whole page again where the server answers; a browser keeps a failed fetch of code otherwise. */
export async function reloadIfReachable(): Promise<void> {
  try {
    await callConsole('session');
  } catch {
    // The banner says that the server does not answer.
    return;
  }
  window.location.reload();
}
