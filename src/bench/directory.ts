// The directory and the map of a large fleet: answers of the console, the pages in a browser, and what
// operators notice while locations are synced.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { openSqlite } from '../store/dialect/sqlite.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';
import type { Store } from '../store/schema/schema.ts';
import type { ConsoleRouteName } from '../contract/console/routes.ts';
import { type Ask, type ConsoleClient, signIn } from './console-client.ts';
import { drawPages, watchMap } from './directory-pages.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONTROL, startConsole } from './programs.ts';
import { openWorld, received } from './service-world.ts';
import { type Spread, spread } from './statistics.ts';

const PER_SECOND = 200;
/** How often each answer is asked for. */
const TIMES = 15;
/** Rows stored by one statement. */
const ROWS = 500;

/** Asks for the same several times. */
async function answers(client: ConsoleClient, name: string, route: ConsoleRouteName, ask: Ask) {
  const times: number[] = [];
  let bytes = 0;
  for (let at = 0; at < TIMES; at += 1) {
    const asked = await client.ask(route, ask);
    times.push(asked.ms);
    ({ bytes } = asked);
  }
  const { p50, most } = spread(times);
  return [name, ms(p50), ms(most), bytes];
}

/** Reads pages of the list, one at a time, until it is done. */
async function reading(client: ConsoleClient, until: { done: boolean }): Promise<Spread> {
  const times: number[] = [];
  while (!until.done) {
    const query = { limit: 200, offset: (times.length % 100) * 1000 };
    times.push((await client.ask('entities', { query })).ms);
    await setTimeout(20);
  }
  return spread(times);
}

/** Stores the Service's Locations as read: at 200 a second that alone would take minutes. */
async function knowAllPlaces(dataDir: string, world: string): Promise<number> {
  const service = openWorld(dataDir, world);
  const rows = await service.selectFrom('location').selectAll().execute();
  await service.destroy();
  const store = await openSqlite<Store>(path.join(dataDir, 'console.db'), MIGRATIONS);
  const now = Date.now();
  const read = {
    state: 'read',
    words: null,
    at: now,
    read_at: now,
    gathering_id: null,
    waiting: 0,
  };
  await store.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += ROWS) {
      const part = rows.slice(at, at + ROWS);
      await trx
        .insertInto('places')
        .values(
          part.map(({ id, entity_id, label, latitude, longitude }) => ({
            entity_id,
            id,
            latitude,
            longitude,
            label,
            search: (label ?? '').toLowerCase(),
            odd: 0,
            known_at: now,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const entities = [...new Set(part.map(({ entity_id }) => entity_id))];
      await trx
        .replaceInto('place_reads')
        .values(entities.map((entity_id) => ({ entity_id, ...read })))
        .execute();
    }
  });
  await store.destroy();
  return rows.length;
}

/** Syncs the Locations of Entities; stops after `wanted` requests. */
async function sync(client: ConsoleClient, wanted: number) {
  const calm = { done: false };
  const before = reading(client, calm);
  await setTimeout(5000);
  calm.done = true;
  const quiet = await before;
  const busy = { done: false };
  const map = await watchMap(busy);
  const meanwhile = reading(client, busy);
  const id = randomUUID();
  const began = performance.now();
  await client.ask('gatherPlaces', { body: { id, collectiveId: null, only: 'all' } });
  const startMs = performance.now() - began;
  let requests = 0;
  while (requests < wanted) {
    await setTimeout(250);
    ({ requests } = await received('listLocations'));
  }
  const seconds = (performance.now() - began) / 1000;
  busy.done = true;
  const noticed = await meanwhile;
  const drawn = await map.drawn;
  await client.ask('stopGathering', { params: { id } }).catch(() => null);
  const { most } = await received('listLocations');
  return { requests, seconds, startMs, most, quiet, noticed, drawn };
}

/**
 * Measures the directory and the map of a world in a separate data folder.
 * @param world one of the fleets
 * @param wanted Locations to sync
 */
export async function directory(
  { say, table }: Markdown,
  dir: string,
  world: string,
  wanted: number,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(dir, 'directory-'));
  const program = await startConsole({
    ...CONTROL.setting,
    DATA_DIR: dataDir,
    SERVICE_WORLD: world,
    TRACKER_REQUESTS_PER_SECOND: String(PER_SECOND),
  });
  try {
    const places = await knowAllPlaces(dataDir, world);
    const client = await signIn('demoSignIn', { role: 'operator' });
    const page = { limit: 200 };
    const middle = { ...page, offset: Math.floor(places / 2) };
    const box = { ...page, south: 51, west: 4, north: 53, east: 6 };
    const asked = [
      await answers(client, 'Entities, first page', 'entities', { query: page }),
      await answers(client, 'Entities, page in the middle', 'entities', { query: middle }),
      await answers(client, 'Entities, a search', 'entities', {
        query: { ...page, q: 'amsterdam' },
      }),
      await answers(client, 'Places, first page', 'places', { query: page }),
      await answers(client, 'Places in a box', 'places', { query: box }),
      await answers(client, 'All places for the map', 'placeMap', {}),
      await answers(client, 'Progress of the sync', 'placeStatus', {}),
    ];
    say(`## Console: directory and map of ${world}, ${places} places`);
    say();
    table(['Answer', 'p50', 'most', 'Bytes'], asked);
    table(
      ['In the browser', 'Click → drawn', 'Data → drawn', 'Tasks over 50 ms', 'Longest'],
      (await drawPages()).map((row) => [
        row.name,
        row.ms === null ? '' : ms(row.ms),
        row.afterData === null ? '' : ms(row.afterData),
        row.longTasks,
        row.longest === 0 ? '' : ms(row.longest),
      ]),
    );
    const synced = await sync(client, wanted);
    const read = ({ p50, p99, most }: Spread) => [p50, p99, most].map(ms).join(', ');
    table(
      [
        'Locations synced',
        'Budget',
        'Took',
        'Most in a second, at the service',
        'Page read meanwhile (p50, p99, most)',
        'Page read before (p50, p99, most)',
        'Tasks over 50 ms on the map meanwhile (longest)',
      ],
      [
        [
          synced.requests,
          `${PER_SECOND}/s`,
          `${synced.seconds.toFixed(1)} s`,
          synced.most,
          read(synced.noticed),
          read(synced.quiet),
          `${synced.drawn.longTasks} (${ms(synced.drawn.longest)})`,
        ],
      ],
    );
    say(`Starting took ${ms(synced.startMs)}; peak memory ${program.memory().most} MB.`);
    say();
  } finally {
    await program.stop();
  }
}
