// A browser for the benchmarks that records long tasks and layout shifts.
import { setTimeout } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import { z } from '../contract/zod.ts';

/** Lives in the page while it is measured. */
interface Watch {
  longTasks: { startTime: number; duration: number }[];
  /** Sum of layout shifts that no press or key explains. */
  shift: number;
  clickedAt: number;
  drawnAt: Promise<number>;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Tasks of more than 50 ms. */
export interface LongTasks {
  longTasks: number;
  /** In milliseconds. */
  longest: number;
}

/** Records tasks longer than 50 ms and layout shifts; runs in the page. */
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

const TraceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Processor time of the thread in microseconds. */
  tdur: z.number().optional(),
  args: z.object({ name: z.string().optional().catch(undefined) }).optional(),
});
type TraceEvent = z.infer<typeof TraceEvent>;

/** Processor time of each main-thread task while `act` runs, in milliseconds. */
export async function pageTasks(tab: Page, act: () => Promise<void>): Promise<number[]> {
  const session = await tab.context().newCDPSession(tab);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const each of value) {
      const read = TraceEvent.safeParse(each);
      if (read.success) events.push(read.data);
    }
  });
  const includedCategories = ['disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return events
    .filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
}

/** Starts a browser, runs `act` in it, and closes it. */
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

/** An empty watched tab with its own cache and cookies. */
export async function watchedTab(browser: Browser, width: number): Promise<Page> {
  const tab = await browser.newPage({ viewport: { width, height: 860 } });
  await tab.addInitScript(startWatch);
  return tab;
}

/** Long tasks since `since` by the clock of the page, in milliseconds. */
export async function longTasks(tab: Page, since = 0): Promise<LongTasks> {
  const all = await tab.evaluate(() => window.watch.longTasks);
  const durations = all.filter((each) => each.startTime >= since).map((each) => each.duration);
  return { longTasks: durations.length, longest: Math.max(0, ...durations) };
}

/** Long tasks while `act` runs. */
export async function during(tab: Page, act: () => Promise<void>): Promise<LongTasks> {
  await tab.evaluate(() => {
    window.watch.longTasks = [];
  });
  await act();
  await setTimeout(300);
  return longTasks(tab);
}
