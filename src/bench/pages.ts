// Long tasks and layout shifts of the heaviest pages in a browser, while they load and while they scroll.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { BatchDetail } from '../contract/console/batch.ts';
import { EntityPage } from '../contract/console/directory-list.ts';
import { inBrowser, pageTasks, watchedTab } from './browser.ts';
import { type ConsoleClient, consoleWith } from './console-client.ts';
import { untilFilled } from './fleet.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONSOLE_ORIGIN } from './programs.ts';
import { collectiveIn } from './service-world.ts';

const WORLD = 'fleet-1k';
const ENTITIES = 1000;
/** The best of several runs is closest to the page itself: other load on the machine only adds time. */
const TIMES = 3;
const LONG_MS = 50;
/** A page counts as drawn once nothing has changed for this long. */
const QUIET_MS = 800;

interface Measured {
  name: string;
  /** Tasks in milliseconds of processor time. */
  load: number[];
  scroll: number[];
  /** Layout shift while it loaded and while it was scrolled. */
  shift: number;
  scrollShift: number;
}

interface Target {
  name: string;
  path: string;
  /** Appears once the page is drawn. */
  drawn: string;
}

/** Sends a Command to a Collective of all Entities; resolves once every device has a final state. */
async function settledBatch(client: ConsoleClient, collective: string): Promise<string> {
  const id = randomUUID();
  await client.dispatch(collective, id);
  for (;;) {
    const { json } = await client.ask('batch', { params: { id } });
    if (BatchDetail.parse(json).batch.settled) return id;
    await setTimeout(250);
  }
}

/** Resolves once nothing has moved in the page for a while. */
async function untilQuiet(tab: Page): Promise<void> {
  let before = '';
  for (;;) {
    const now = await tab.evaluate(
      () => `${document.querySelectorAll('*').length} ${performance.getEntries().length}`,
    );
    if (now === before) return;
    before = now;
    await setTimeout(QUIET_MS);
  }
}

async function scrollDown(tab: Page): Promise<void> {
  await tab.mouse.move(700, 700);
  for (let at = 0; at < 50; at += 1) {
    await tab.mouse.wheel(0, 500);
    await setTimeout(30);
  }
}

async function measure(browser: Browser, cookie: string, target: Target): Promise<Measured> {
  const tab = await watchedTab(browser, 1440);
  const [name = '', value = ''] = cookie.split('=');
  await tab.context().addCookies([{ name, value, url: CONSOLE_ORIGIN }]);
  const load = await pageTasks(tab, async () => {
    await tab.goto(CONSOLE_ORIGIN + target.path);
    await tab.locator(target.drawn).first().waitFor();
    await untilQuiet(tab);
  });
  const shift = await tab.evaluate(() => window.watch.shift);
  const scroll = await pageTasks(tab, () => scrollDown(tab));
  const scrollShift = (await tab.evaluate(() => window.watch.shift)) - shift;
  await tab.context().close();
  return { name: target.name, load, scroll, shift, scrollShift };
}

const least = (values: readonly number[]): number => Math.min(...values);
const share = (value: number): string => value.toFixed(4);
const longest = (tasks: readonly number[]): number => Math.max(0, ...tasks);
const blocked = (tasks: readonly number[]): number =>
  tasks.reduce((sum, task) => sum + Math.max(0, task - LONG_MS), 0);

function rowOf(all: readonly Measured[]): (string | number)[] {
  return [
    all[0]?.name ?? '',
    ms(least(all.map(({ load }) => blocked(load)))),
    ms(least(all.map(({ load }) => longest(load)))),
    share(Math.max(...all.map(({ shift }) => shift))),
    ms(least(all.map(({ scroll }) => longest(scroll)))),
    share(Math.max(...all.map(({ scrollShift }) => scrollShift))),
  ];
}

/** Measures the pages of a console with 1,000 Entities, all known to its store. */
export async function pages({ say, table }: Markdown, dir: string): Promise<void> {
  const { program, dataDir, client } = await consoleWith(dir, WORLD, {
    SERVICE_CLOCK: '10',
    TRACKER_REQUESTS_PER_SECOND: '500',
  });
  try {
    const collective = await collectiveIn(dataDir, WORLD, ENTITIES);
    await untilFilled(client, ENTITIES, Infinity);
    const batch = await settledBatch(client, collective);
    const query = { limit: 1, sort: 'energy', order: 'desc' };
    const { entities } = EntityPage.parse((await client.ask('entities', { query })).json);
    const row = 'main table tbody a';
    const targets: Target[] = [
      { name: 'Collectives', path: '/collectives', drawn: row },
      { name: 'Entities', path: '/entities', drawn: row },
      {
        name: 'Entities of a Collective',
        path: `/collectives/${collective}?tab=entities`,
        drawn: row,
      },
      { name: 'finished batch', path: `/batches/${batch}`, drawn: row },
      { name: 'Entity', path: `/entities/${entities[0]?.id ?? ''}`, drawn: '[role="tabpanel"] h2' },
      { name: 'report', path: '/reports/new?period=last-30-days', drawn: '.recharts-surface' },
    ];
    const rows = await inBrowser(async (browser) => {
      const measured: (string | number)[][] = [];
      for (const target of targets) {
        const all: Measured[] = [];
        for (let at = 0; at < TIMES; at += 1) {
          all.push(await measure(browser, client.headers['cookie'] ?? '', target));
        }
        measured.push(rowOf(all));
      }
      return measured;
    });
    say(`## Console: pages of ${ENTITIES} Entities in a browser`);
    table(
      [
        'Page',
        'Total blocking time',
        'Longest task',
        'Layout shift',
        'Longest task while scrolling',
        'Layout shift',
      ],
      rows,
    );
  } finally {
    await program.stop();
  }
}
