// What open pages of a running batch cost the server: the same batch is followed with none and with ten of them in turn.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { inBrowser, watchedTab } from './browser.ts';
import { consoleWith } from './console-client.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONSOLE_ORIGIN } from './programs.ts';
import { collectiveIn, received } from './service-world.ts';

const WORLD = 'fleet-10k';
const ENTITIES = 10_000;
const OPEN = [0, 10, 0, 10] as const;
const FOLLOWED_MS = 30_000;
/** Of the tracker, so that thousands of Commands change meanwhile. */
const REQUESTS_PER_SECOND = 200;

interface Followed {
  pages: number;
  /** Processor time of the console with its embedded service for each Command that it read meanwhile, in milliseconds. */
  cpuMs: number;
  /** Answers and bytes that all pages together got per second. */
  answers: number;
  bytes: number;
  memory: number;
}

const readCommands = async (): Promise<number> => (await received('getCommand')).requests;

/** Sends a Command to 10,000 Entities and follows it. @param open pages of the batch in a browser, each in a window */
async function follow(dir: string, open: number): Promise<Followed> {
  const { program, dataDir, client } = await consoleWith(dir, WORLD, {
    TRACKER_REQUESTS_PER_SECOND: String(REQUESTS_PER_SECOND),
    DISPATCH_GUARD_MINUTES: '0',
    FLEET_POLICY: 'off',
  });
  try {
    const collective = await collectiveIn(dataDir, WORLD, ENTITIES);
    const id = randomUUID();
    await client.dispatch(collective, id);
    return await inBrowser(async (browser) => {
      const got = { answers: 0, bytes: 0 };
      const [name = '', value = ''] = (client.headers['cookie'] ?? '').split('=');
      for (let at = 0; at < open; at += 1) {
        const tab = await watchedTab(browser, 1440);
        await tab.context().addCookies([{ name, value, url: CONSOLE_ORIGIN }]);
        const session = await tab.context().newCDPSession(tab);
        await session.send('Network.enable');
        session.on('Network.dataReceived', ({ encodedDataLength }) => {
          got.bytes += encodedDataLength;
        });
        session.on('Network.responseReceived', () => {
          got.answers += 1;
        });
        // Not its rows: a console that cannot answer ten pages would never be measured.
        void tab.goto(`${CONSOLE_ORIGIN}/batches/${id}`).catch(() => {});
      }
      const before = { ...got, cpuMs: program.cpuMs(), read: await readCommands() };
      await setTimeout(FOLLOWED_MS);
      const perSecond = (from: number, to: number) => (to - from) / (FOLLOWED_MS / 1000);
      return {
        pages: open,
        cpuMs: (program.cpuMs() - before.cpuMs) / ((await readCommands()) - before.read),
        answers: perSecond(before.answers, got.answers),
        bytes: perSecond(before.bytes, got.bytes),
        memory: program.memory().most,
      };
    });
  } finally {
    await program.stop();
  }
}

const least = (all: readonly Followed[], of: (one: Followed) => number): number =>
  Math.min(...all.map(of));

/** Measures the console while a batch of 10,000 Entities runs, with none and with ten pages of it open. */
export async function openPages({ say, table }: Markdown, dir: string): Promise<void> {
  const all: Followed[] = [];
  for (const open of OPEN) all.push(await follow(dir, open));
  say(`## Console: a running batch of ${ENTITIES} Entities on open pages`);
  const rows = [...new Set(OPEN)].map((open) => {
    const same = all.filter(({ pages }) => pages === open);
    return [
      open,
      ms(least(same, ({ cpuMs }) => cpuMs)),
      least(same, ({ answers }) => answers).toFixed(1),
      Math.round(least(same, ({ bytes }) => bytes) / 1000),
      `${least(same, ({ memory }) => memory)} MB`,
    ];
  });
  const columns = ['Pages', 'Processor time per Command', 'Answers per second', 'kB per second'];
  table([...columns, 'Peak memory'], rows);
}
