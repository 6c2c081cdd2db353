// Dispatches over HTTP, from the request to the stored outcome. The Service runs in a separate process and answers at once.
import { mkdtempSync, statSync } from 'node:fs';
import path from 'node:path';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../contract/console/headers.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { type ConsoleClient, signIn } from './console-client.ts';
import { COLLECTIVES, collectiveId, instantDirectory, MEMBERS } from './instant-world.ts';
import { load } from './load.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONSOLE_ORIGIN, startConsole, startInstantService } from './programs.ts';

/** Concurrent dispatches. */
const AT_ONCE = [1, 8, 32] as const;

function requests({ headers }: ConsoleClient) {
  return Array.from({ length: COLLECTIVES }, (_, at) => ({
    method: 'POST' as const,
    path: PROXY_PREFIX + fillPath(ENDPOINTS.sendCommand.path, { collectiveId: collectiveId(at) }),
    headers: { ...headers, origin: CONSOLE_ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'StopCharging', value: null }),
    uniqueHeader: IDEMPOTENCY_HEADER,
  }));
}

/**
 * Measures dispatches.
 * @param eachMs duration of each run
 * @param others Entities in the directory that get no Command
 */
export async function dispatches(
  { say, table }: Markdown,
  dir: string,
  eachMs: number,
  others: number,
): Promise<void> {
  const service = await startInstantService();
  const dataDir = mkdtempSync(path.join(dir, 'dispatch-'));
  const program = await startConsole({
    DATA_DIR: dataDir,
    SERVICE_BASE_URL: service.origin,
    SERVICE_AUTH_URL: `${service.origin}/token`,
    SERVICE_CLIENT_ID: 'bench',
    SERVICE_CLIENT_SECRET: 'bench',
    DISPATCH_GUARD_MINUTES: '0',
    FLEET_POLICY: 'off',
  });
  const [, code] = /one-time code (\S+)/.exec(program.printed) ?? [];
  const account = { code, name: 'Bench', password: 'a long benchmark' };
  const client = await signIn('firstAdministrator', account);
  await client.ask('importDirectory', { body: instantDirectory(others) });
  const rows: (string | number)[][] = [];
  let made = 0;
  for (const connections of AT_ONCE) {
    const figures = await load(CONSOLE_ORIGIN, requests(client), eachMs, connections);
    made += figures.perSecond * (eachMs / 1000);
    rows.push([
      connections,
      Math.round(figures.perSecond),
      ms(figures.p50),
      ms(figures.p99),
      figures.failed,
    ]);
  }
  const memory = program.memory();
  await program.stop();
  await service.stop();
  say(`## Console: dispatches to ${MEMBERS} Entities each, of ${others + COLLECTIVES * MEMBERS}`);
  say();
  table(['At once', 'Dispatches/s', 'p50', 'p99', 'Failed'], rows);
  const bytes = statSync(path.join(dataDir, 'console.db')).size;
  say(
    `Store: ${(bytes / made / 1024).toFixed(1)} kB per dispatch. Memory at its peak: ${memory.most} MB.`,
  );
  say();
}
