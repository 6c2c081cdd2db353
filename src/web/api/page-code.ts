import { z } from '../../contract/zod.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { ApiError, callConsole } from './client.ts';
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

/** Why the code of a page is missing: the server is away, has another version, or the download failed. */
export type MissingCause = 'away' | 'outdated' | 'failed';

/** A page that cannot be opened because its code could not be loaded. */
export class MissingCode extends Error {
  readonly reason: MissingCause;

  constructor(reason: MissingCause) {
    super(CODE_MISSING);
    this.reason = reason;
  }
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

async function listPageCode(): Promise<string[]> {
  return PageCode.parse(JSON.parse(await download(PAGE_CODE)));
}

/** The page that one came for has the processor to itself for as long, in milliseconds. */
const HEAD_START_MS = 4000;
/** How long after a failed download the rest is fetched, in milliseconds. */
const AGAIN_MS = 10_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let begun = false;

/**
 * Puts the code of all pages into the browser's cache, one file after another while the browser is idle,
 * so that a link works without the server. Nothing of it runs before its page is opened. A download that
 * fails is repeated after a pause. Marks the document at the end.
 */
export async function fetchPageCode(): Promise<void> {
  if (begun) return;
  begun = true;
  const fetched = new Set<string>();
  await pause(HEAD_START_MS);
  for (;;) {
    try {
      for (const file of await listPageCode()) {
        if (fetched.has(file)) continue;
        await download(file);
        fetched.add(file);
      }
      break;
    } catch {
      // What is missing meanwhile is fetched when its page is opened, which says so if that fails too.
      await pause(AGAIN_MS);
    }
  }
  document.documentElement.dataset['pageCode'] = 'fetched';
}

/** Whether the server answers now; the banner says so if it does not. */
async function answers(): Promise<boolean> {
  try {
    await callConsole(SESSION_ROUTES.session);
    return true;
  } catch (thrown) {
    // Another version may answer something that this page cannot read.
    return thrown instanceof ApiError && thrown.kind === 'unreadable';
  }
}

/**
 * Why code is missing.
 * @param own address of the script that this page began with, which other versions do not have
 */
export async function whyMissing(own: string): Promise<MissingCause> {
  if (!(await answers())) return 'away';
  try {
    return (await listPageCode()).includes(new URL(own).pathname) ? 'failed' : 'outdated';
  } catch {
    return 'failed';
  }
}

/** Loads the whole page again if the server answers; a browser keeps a failed fetch of code otherwise. */
export async function reloadIfReachable(): Promise<void> {
  if (await answers()) window.location.reload();
}

/** How often it is tried whether the server is back, in milliseconds. */
const PROBE_MS = 4000;

/** The same, again and again until the server is back. @returns ends the wait */
export function reloadWhenBack(): () => void {
  const timer = setInterval(() => void reloadIfReachable(), PROBE_MS);
  return () => clearInterval(timer);
}
