// The directory and the map of a large fleet: the console's answers, and the pages in a browser.
import path from 'node:path';
import { openStore } from '../store/open-store.ts';
import type { ConsoleRouteName } from '../contract/console/routes.ts';
import { type Ask, type ConsoleClient, consoleWith } from './console-client.ts';
import { drawPages } from './directory-pages.ts';
import { type Markdown, ms } from './markdown.ts';
import { openWorld } from './service-world.ts';
import { spread } from './statistics.ts';

/** How often each route is called. */
const TIMES = 15;
/** Rows per insert statement. */
const ROWS = 500;

/** Calls the same route several times. */
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

/** Stores the Service's Locations as read: reading them alone would take minutes. */
async function knowAllPlaces(dataDir: string, world: string): Promise<number> {
  const service = openWorld(dataDir, world);
  const rows = await service.selectFrom('location').selectAll().execute();
  await service.destroy();
  const store = await openStore(path.join(dataDir, 'console.db'));
  const now = Date.now();
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
    }
  });
  await store.destroy();
  return rows.length;
}

/**
 * Measures the directory and the map of a world in a separate data folder.
 * @param world one of the fleets
 */
export async function directory(
  { say, table }: Markdown,
  dir: string,
  world: string,
): Promise<void> {
  const { program, dataDir, client } = await consoleWith(dir, world, { FLEET_POLICY: 'off' });
  try {
    const places = await knowAllPlaces(dataDir, world);
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
      await answers(client, 'What is known of the fleet', 'fleetStatus', {}),
    ];
    say(`## Console: directory and map of ${world}, ${places} places`);
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
    say(`Peak memory ${program.memory().most} MB.`);
  } finally {
    await program.stop();
  }
}
