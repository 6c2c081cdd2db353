// The list of Entities and the map in a browser: time from click to drawn, and long tasks.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { CONSOLE_ROUTES } from '../contract/console/routes.ts';
import { type LongTasks, during, inBrowser, longTasks, watchedTab } from './browser.ts';
import { CONSOLE_ORIGIN } from './programs.ts';

/** One action on a page, with times in milliseconds if it draws something new. */
interface Drawn extends LongTasks {
  name: string;
  ms: number | null;
  /** From the end of the answer that it waits for. */
  afterData: number | null;
}

/** Opens a page in a fresh browser as a demo operator. */
function onPage<T>(address: string, act: (tab: Page) => Promise<T>): Promise<T> {
  return inBrowser(async (browser) => {
    const tab = await watchedTab(browser, 1280);
    await tab.goto(`${CONSOLE_ORIGIN}${address}`);
    await tab.getByRole('button', { name: /as operator/i }).click();
    return await act(tab);
  });
}

/** Time from the click on a link of the rail until its page is drawn, and from the answer that page waits for. */
async function opening(tab: Page, label: string, drawn: string, path: string) {
  await tab.evaluate(
    ({ link, selector }) => {
      window.watch.longTasks = [];
      window.watch.clickedAt = performance.now();
      window.watch.drawnAt = new Promise((resolve) => {
        const look = (): void => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        requestAnimationFrame(look);
      });
      performance.clearResourceTimings();
      document.querySelector<HTMLElement>(`nav a[aria-label="${link}"]`)?.click();
    },
    { link: label, selector: drawn },
  );
  const { since, ...times } = await tab.evaluate(async (part) => {
    const { clickedAt } = window.watch;
    const drawnAt = await window.watch.drawnAt;
    await new Promise((resolve) => window.setTimeout(resolve, 1000));
    const answer = performance
      .getEntriesByType('resource')
      .find((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes(part));
    return {
      since: clickedAt,
      ms: drawnAt - clickedAt,
      afterData: answer instanceof PerformanceResourceTiming ? drawnAt - answer.responseEnd : null,
    };
  }, path);
  return { ...times, ...(await longTasks(tab, since)) };
}

async function scroll(tab: Page): Promise<LongTasks> {
  const box = tab.getByRole('region', { name: /^Entities, scrolls/ });
  return during(tab, async () => {
    for (let at = 0; at < 60; at += 1) {
      await box.evaluate((element) => element.scrollBy(0, 1500));
      await setTimeout(30);
    }
  });
}

/** Moves the map with the keyboard. @param next the key to press, or null to stop */
async function moveMap(
  tab: Page,
  pauseMs: number,
  next: (at: number) => string | null,
): Promise<LongTasks> {
  return during(tab, async () => {
    await tab.getByRole('application').focus();
    for (let at = 0; ; at += 1) {
      const key = next(at);
      if (key === null) return;
      await tab.keyboard.press(key);
      await setTimeout(pauseMs);
    }
  });
}

const KEYS = ['+', '+', 'ArrowLeft', 'ArrowUp', '+', '-', '-', '-', 'ArrowRight'] as const;

/** Opens the list of Entities and the map twice each; scrolls or moves them the second time. */
export function drawPages(): Promise<Drawn[]> {
  return onPage('/catalogue', async (tab) => {
    const rows: Drawn[] = [];
    const catalogue = tab.getByRole('heading', { level: 1, name: /catalogue/i });
    const back = async (): Promise<void> => {
      await tab.getByRole('link', { name: 'Catalogue', exact: true }).click();
      await catalogue.waitFor();
    };
    const acted = { ms: null, afterData: null };
    await catalogue.waitFor();
    for (const time of ['first', 'again']) {
      const list = `${CONSOLE_ROUTES.entities.path}?`;
      const opened = await opening(tab, 'Entities', 'table tbody a', list);
      rows.push({ name: `list of Entities, ${time}`, ...opened });
      if (time === 'again')
        rows.push({ name: 'scrolling it over 2500 rows', ...acted, ...(await scroll(tab)) });
      await back();
      const map = await opening(tab, 'Map', '.gh-group', CONSOLE_ROUTES.placeMap.path);
      rows.push({ name: `map, ${time}`, ...map });
      if (time === 'again') {
        const moved = await moveMap(tab, 250, (at) => KEYS[at] ?? null);
        rows.push({ name: 'moving and zooming it', ...acted, ...moved });
      }
      await back();
    }
    return rows;
  });
}
