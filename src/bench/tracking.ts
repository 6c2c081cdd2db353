// Following a batch: its cost for the Service, the delay until a change is pushed to browsers, and how long the
// batch page takes meanwhile.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { LiveChanges } from '../contract/console/live.ts';
import type { Store } from '../store/schema/schema.ts';
import { openReadOnly } from '../store/dialect/sqlite.ts';
import { type ConsoleClient, consoleWith } from './console-client.ts';
import { type Markdown, ms } from './markdown.ts';
import {
  type ServiceDb,
  collectiveOf,
  hasOpenCommands,
  openWorld,
  received,
} from './service-world.ts';
import { spread } from './statistics.ts';

/** Reads the live stream until the signal ends it. */
async function listen(
  client: ConsoleClient,
  onChanges: (changes: LiveChanges) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.open('live', { signal });
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'changes') onChanges(LiveChanges.parse(JSON.parse(data)));
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const part of answer.body ?? []) parser.feed(decoder.decode(part, { stream: true }));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Watches the devices of a batch; resolves with the time at which the last one finished. */
async function lastDevice(db: ServiceDb, until: number): Promise<number | null> {
  while (performance.now() < until) {
    if (!(await hasOpenCommands(db))) return performance.now();
    await setTimeout(50);
  }
  return null;
}

/** How long the figures and the first rows of a batch take together. */
async function batchPage(client: ConsoleClient, id: string): Promise<number> {
  const figures = await client.ask('batch', { params: { id } });
  const rows = await client.ask('batchRows', { params: { id }, query: { limit: 100 } });
  return figures.ms + rows.ms;
}

/** Number of Command changes the console has stored for a dispatch. */
async function changesSeen(dataDir: string, dispatchId: string): Promise<number> {
  const store = openReadOnly<Store>(path.join(dataDir, 'console.db'));
  const { changes } = await store
    .selectFrom('command_changes')
    .innerJoin('sent_commands', 'sent_commands.key', 'command_changes.command_key')
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .where('dispatch_id', '=', dispatchId)
    .executeTakeFirstOrThrow();
  await store.destroy();
  return changes;
}

/**
 * Sends a Command to a Collective of `entities` and follows it until it is settled, or for `maxMs`.
 * @param perSecond the budget of the console's own requests
 */
async function followBatch(
  dir: string,
  world: string,
  entities: number,
  perSecond: number,
  maxMs: number,
) {
  // A separate store: the console would also follow what another run left open.
  const { program, dataDir, client } = await consoleWith(dir, world, {
    TRACKER_REQUESTS_PER_SECOND: String(perSecond),
    DISPATCH_GUARD_MINUTES: '0',
  });
  const service = openWorld(dataDir, world);
  const collective = await collectiveOf(service, entities);
  const id = randomUUID();
  const stop = new AbortController();
  const seen: { settledAt: number | null; events: number } = { settledAt: null, events: 0 };
  const listening = listen(
    client,
    ({ batches }) => {
      const batch = batches.find((each) => each.id === id);
      if (batch === undefined) return;
      seen.events += 1;
      if (batch.outcome === 'accepted' && batch.settled) seen.settledAt ??= performance.now();
    },
    stop.signal,
  );
  const began = performance.now();
  await client.dispatch(collective, id);
  const until = began + maxMs;
  const lastChange = lastDevice(service, until);
  const whole = await batchPage(client, id);
  const parts: number[] = [];
  while (seen.settledAt === null && performance.now() < until) {
    await setTimeout(500);
    parts.push(await batchPage(client, id));
  }
  const lastAt = await lastChange;
  const { settledAt, events } = seen;
  const followedMs = (settledAt ?? performance.now()) - began;
  stop.abort();
  await listening;
  const { requests, most } = await received('getCommand');
  const memory = program.memory();
  await program.stop();
  await service.destroy();
  return {
    entities,
    budget: `${perSecond}/s`,
    requests,
    most,
    changes: await changesSeen(dataDir, id),
    events,
    followedMs,
    lastToStreamMs: settledAt === null || lastAt === null ? null : settledAt - lastAt,
    wholeMs: whole,
    part: spread(parts),
    memory,
  };
}

/** Follows batches of several sizes and budgets. @param isQuick only one, for ten seconds */
export async function tracking(
  { say, table }: Markdown,
  dataDir: string,
  isQuick: boolean,
): Promise<void> {
  // A budget of 20 needs about ten minutes for 10,000 Entities: that run is cut short.
  const followed = [await followBatch(dataDir, 'fleet-10k', 10_000, 20, isQuick ? 10_000 : 60_000)];
  if (!isQuick) {
    followed.push(await followBatch(dataDir, 'fleet-1k', 1_000, 20, 180_000));
    followed.push(await followBatch(dataDir, 'fleet-10k', 10_000, 200, 240_000));
  }
  say('## Console: following a batch, SERVICE_CLOCK real');
  table(
    [
      'Entities',
      'Budget',
      'Followed for',
      'Requests',
      'Most in a second, at the service',
      'Changes seen',
      'Requests per change',
      "Last device's change → settled in the stream",
      'Events in the stream',
    ],
    followed.map((row) => [
      row.entities,
      row.budget,
      `${(row.followedMs / 1000).toFixed(1)} s`,
      row.requests,
      row.most,
      row.changes,
      (row.requests / row.changes).toFixed(2),
      row.lastToStreamMs === null ? 'not settled yet' : ms(row.lastToStreamMs),
      row.events,
    ]),
  );
  table(
    ['Entities', 'Budget', 'Page at first', 'Page every 0.5 s (p50)', '(most)', 'Peak memory'],
    followed.map((row) => [
      row.entities,
      row.budget,
      ms(row.wholeMs),
      ms(row.part.p50),
      ms(row.part.most),
      `${row.memory.most} MB`,
    ]),
  );
}
