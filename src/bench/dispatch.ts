// Dispatches over HTTP, from the request to the stored outcome. The Service runs in a separate process and answers at once.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../contract/console/headers.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { openReadOnly } from '../store/dialect/sqlite.ts';
import type { Store } from '../store/schema/schema.ts';
import { type ConsoleClient, consoleOn } from './console-client.ts';
import {
  COLLECTIVES,
  collectiveId,
  instantDirectory,
  LARGE,
  LARGE_MEMBERS,
  MEMBERS,
  sizeOf,
} from './instant-world.ts';
import { load } from './load.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONSOLE_ORIGIN, startInstantService } from './programs.ts';

/** Concurrent dispatches. */
const AT_ONCE = [1, 8, 32] as const;

function requests({ headers }: ConsoleClient, members: number) {
  return Array.from({ length: COLLECTIVES + LARGE }, (_, at) => at)
    .filter((at) => sizeOf(at) === members)
    .map((at) => ({
      method: 'POST' as const,
      path: PROXY_PREFIX + fillPath(ENDPOINTS.sendCommand.path, { collectiveId: collectiveId(at) }),
      headers: { ...headers, origin: CONSOLE_ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'StopCharging', value: null }),
      uniqueHeader: IDEMPOTENCY_HEADER,
    }));
}

/** Reads from the store of a console. */
async function inStore<T>(dataDir: string, read: (store: Kysely<Store>) => Promise<T>): Promise<T> {
  const store = openReadOnly<Store>(path.join(dataDir, 'console.db'));
  try {
    return await read(store);
  } finally {
    await store.destroy();
  }
}

async function numberOf(store: Kysely<Store>, query: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`${sql.raw(query)}`.execute(store);
  return rows[0]?.n ?? 0;
}

/** The size of the store in MB, with what is still in its log. */
const sizeOfStore = (store: Kysely<Store>) =>
  numberOf(
    store,
    `select page_count * page_size / 1048576.0 as n from pragma_page_count, pragma_page_size`,
  );

/** Entries of a table and of its indexes, by which a dispatch grows the b-trees of the store. */
async function entriesOf(store: Kysely<Store>): Promise<{ sent: number; entries: number }> {
  const { rows } = await sql<{ tbl_name: string; sql: string | null }>`select tbl_name, sql
    from sqlite_master where type in ('table', 'index')`.execute(store);
  let entries = 0;
  for (const { tbl_name: table, sql: definition } of rows) {
    if (!/^(intent|command|also|audit|dispatch)/.test(table)) continue;
    const [, only] = /^create (?:unique )?index.* where (.*)$/is.exec(definition ?? '') ?? [];
    const from = only === undefined ? table : `${table} where ${only}`;
    entries += await numberOf(store, `select count(*) as n from ${from}`);
  }
  return { sent: await numberOf(store, 'select count(*) as n from intents'), entries };
}

/** Measures dispatches to Collectives of one size. */
async function ofSize(
  { say, table }: Markdown,
  dir: string,
  eachMs: number,
  { members, others }: { members: number; others: number },
): Promise<void> {
  const service = await startInstantService();
  const dataDir = mkdtempSync(path.join(dir, 'dispatch-'));
  const { program, client } = await consoleOn(service, {
    DATA_DIR: dataDir,
    DISPATCH_GUARD_MINUTES: '0',
    FLEET_POLICY: 'off',
  });
  await client.ask('importDirectory', { body: instantDirectory(others) });
  const before = await inStore(dataDir, sizeOfStore);
  const rows: (string | number)[][] = [];
  for (const connections of AT_ONCE) {
    const cpuBefore = program.cpuMs();
    const figures = await load(CONSOLE_ORIGIN, requests(client, members), eachMs, connections);
    const cpuMs = (program.cpuMs() - cpuBefore) / ((figures.perSecond * eachMs) / 1000);
    rows.push([
      connections,
      Math.round(figures.perSecond),
      ms(figures.p50),
      ms(figures.p99),
      ms(cpuMs),
      figures.failed,
    ]);
  }
  const memory = program.memory();
  await program.stop();
  await service.stop();
  const all = others + COLLECTIVES * MEMBERS + LARGE * LARGE_MEMBERS;
  say(`## Console: dispatches to ${members} Entities each, of ${all}`);
  table(['At once', 'Dispatches/s', 'p50', 'p99', 'Processor', 'Failed'], rows);
  const { sent, entries } = await inStore(dataDir, entriesOf);
  const mb = (await inStore(dataDir, sizeOfStore)) - before;
  const each = Math.round(entries / sent);
  // The answer gives each of its Entities a Command, in the row that waits for it.
  say(
    `B-tree writes of a dispatch: ${each + members} (${each} entries, ${members} of them written twice).`,
  );
  say(
    `Store: ${((mb / sent) * 1000).toFixed(1)} MB per 1,000 dispatches. Memory at its peak: ${memory.most} MB.`,
  );
}

/**
 * Measures dispatches.
 * @param eachMs duration of each run
 * @param others Entities in the directory that get no Command
 */
export async function dispatches(
  markdown: Markdown,
  dir: string,
  eachMs: number,
  others: number,
): Promise<void> {
  for (const members of [MEMBERS, LARGE_MEMBERS]) {
    await ofSize(markdown, dir, eachMs, { members, others });
  }
}
