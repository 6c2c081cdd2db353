import { z } from '../../contract/zod.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { ApiError, callConsole } from './client.ts';
import { currentReach, subscribeReach } from './reachability.ts';
import { whenIdle } from './when-idle.ts';

/** The message of a page whose code could not be fetched. */
export const CODE_MISSING = 'The code of this page could not be fetched.';

/**
 * Replaces the message of a failed fetch of code. On the browser's own message the router reloads the page,
 * which ends on the browser's error page if the server cannot be reached.
 */
export function nameMissingCode(event: Event & { payload?: Error }): void {
  if (event.payload !== undefined) event.payload.message = CODE_MISSING;
}

/** Why the code of a page is missing: the server is unreachable, has another version, or the download failed. */
export type MissingCause = 'away' | 'outdated' | 'failed';

/** A page that cannot be opened because its code could not be loaded. */
export class MissingCode extends Error {
  readonly reason: MissingCause;

  constructor(reason: MissingCause) {
    super(CODE_MISSING);
    this.reason = reason;
  }
}

/** Resolves once the server answers. */
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

/** A list of all scripts and styles, which the build writes beside the page. */
const PAGE_CODE = '/page-code.json';
const PageCode = z.array(z.string());

async function download(address: string): Promise<string> {
  await whenIdle();
  await reachable();
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return await answer.text();
}

async function listPageCode(): Promise<string[]> {
  return PageCode.parse(JSON.parse(await download(PAGE_CODE)));
}

/** Delay before downloads start, so that the opened page has the processor to itself, in milliseconds. */
const HEAD_START_MS = 4000;
/** Delay after a failed download, in milliseconds. */
const AGAIN_MS = 10_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let begun = false;

/**
 * Downloads the code of all pages into the browser's cache while the browser is idle, so that links work
 * without the server. No code runs before its page is opened. Marks the document at the end.
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
      // A page opened before then fetches its own code, and shows if that fails too.
      await pause(AGAIN_MS);
    }
  }
  document.documentElement.dataset['pageCode'] = 'fetched';
}

/** Whether the server answers now; the banner shows it if not. */
async function answers(): Promise<boolean> {
  try {
    await callConsole(SESSION_ROUTES.session);
    return true;
  } catch (thrown) {
    // Another version may give an answer that this page cannot read.
    return thrown instanceof ApiError && thrown.kind === 'unreadable';
  }
}

/**
 * Why code is missing.
 * @param own address of the script this page started with, which other versions do not have
 */
export async function whyMissing(own: string): Promise<MissingCause> {
  if (!(await answers())) return 'away';
  try {
    return (await listPageCode()).includes(new URL(own).pathname) ? 'failed' : 'outdated';
  } catch {
    return 'failed';
  }
}

/** Reloads the page if the server answers; otherwise the browser would cache a failed fetch of code. */
export async function reloadIfReachable(): Promise<void> {
  if (await answers()) window.location.reload();
}

/** How often to check whether the server is back, in milliseconds. */
const PROBE_MS = 4000;

/** The same, repeated until the server is back. @returns stops waiting */
export function reloadWhenBack(): () => void {
  const timer = setInterval(() => void reloadIfReachable(), PROBE_MS);
  return () => clearInterval(timer);
}
