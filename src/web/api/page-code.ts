import { z } from '../../contract/zod.ts';
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

/** The addresses of all scripts and styles, which the build writes beside the page. */
const PAGE_CODE = '/page-code.json';
const PageCode = z.array(z.string());

async function download(address: string): Promise<string> {
  await idle();
  await reachable();
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return await answer.text();
}

/** The page that one came for has the processor to itself for as long, in milliseconds. */
const HEAD_START_MS = 4000;

let begun = false;

/**
 * Puts the code of all pages into the browser's cache, one file after another while the browser is idle,
 * so that a link works without the server. Nothing of it runs before its page is opened. Marks the
 * document at the end.
 */
export async function fetchPageCode(): Promise<void> {
  if (begun) return;
  begun = true;
  try {
    await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    for (const file of PageCode.parse(JSON.parse(await download(PAGE_CODE)))) await download(file);
    document.documentElement.dataset['pageCode'] = 'fetched';
  } catch {
    // What is missing is fetched when its page is opened, which says so if that fails too.
    begun = false;
  }
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
