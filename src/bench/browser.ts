// A browser for the benchmarks, with what blocks or moves a page noted in it.
import { setTimeout } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';

/** Kept in the page while it is measured. */
interface Watch {
  longTasks: { startTime: number; duration: number }[];
  /** Layout shift that no press or key explains, added up. */
  shift: number;
  clickedAt: number;
  drawnAt: Promise<number>;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Tasks that blocked the page for more than 50 ms. */
export interface LongTasks {
  longTasks: number;
  /** In milliseconds. */
  longest: number;
  /** What they took beyond 50 ms each, added up, in milliseconds. */
  blocked: number;
}

/** Notes tasks longer than 50 ms and layout shifts; runs in the page. */
const startWatch = (): void => {
  window.watch = { longTasks: [], shift: 0, clickedAt: 0, drawnAt: Promise.resolve(0) };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      window.watch.longTasks.push({ startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const recent = 'hadRecentInput' in entry && entry.hadRecentInput === true;
      if ('value' in entry && !recent) window.watch.shift += Number(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Starts a browser, and closes it after what is done in it. */
export async function inBrowser<T>(act: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

/** An empty tab that is watched, with a cache and cookies apart from other tabs. */
export async function watchedTab(browser: Browser, width: number): Promise<Page> {
  const tab = await browser.newPage({ viewport: { width, height: 860 } });
  await tab.addInitScript(startWatch);
  return tab;
}

/** Long tasks since `since` by the clock of the page, in milliseconds. */
export async function longTasks(tab: Page, since = 0): Promise<LongTasks> {
  const all = await tab.evaluate(() => window.watch.longTasks);
  const durations = all.filter((each) => each.startTime >= since).map((each) => each.duration);
  return {
    longTasks: durations.length,
    longest: Math.max(0, ...durations),
    blocked: durations.reduce((sum, duration) => sum + duration - 50, 0),
  };
}

/** Long tasks while something is done. */
export async function during(tab: Page, act: () => Promise<void>): Promise<LongTasks> {
  await tab.evaluate(() => {
    window.watch.longTasks = [];
  });
  await act();
  await setTimeout(300);
  return longTasks(tab);
}
