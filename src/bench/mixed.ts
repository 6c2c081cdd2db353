// What operators do all at once, on one process with SQLite and on two processes that share a PostgreSQL database.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../contract/console/routes.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { type ConsoleClient, consoleOn } from './console-client.ts';
import { COLLECTIVES, collectiveId, instantDirectory, memberId } from './instant-world.ts';
import { load } from './load.ts';
import { type Markdown, ms } from './markdown.ts';
import { CONSOLE_ORIGIN, SECOND_ORIGIN, startConsole, startInstantService } from './programs.ts';

/** Requests at once, at all processes together. */
const CONNECTIONS = 16;

/** One dispatch in ten requests; the others read: three from the Service, six from the store. */
function requests({ headers }: ConsoleClient, origin: string) {
  const get = (target: string) => ({ path: target, headers: { ...headers, origin } });
  return Array.from({ length: COLLECTIVES }, (_, at) => at).flatMap((at) => [
    {
      method: 'POST' as const,
      path: PROXY_PREFIX + fillPath(ENDPOINTS.sendCommand.path, { collectiveId: collectiveId(at) }),
      headers: { ...headers, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'StopCharging', value: null }),
      uniqueHeader: IDEMPOTENCY_HEADER,
    },
    ...[0, 1, 2].map((member) => {
      const target = fillPath(ENDPOINTS.listFeatures.path, { entityId: memberId(at, member) });
      return get(PROXY_PREFIX + target);
    }),
    get(CONSOLE_ROUTES.collectives.path),
    get(CONSOLE_ROUTES.batches.path),
    get(`${CONSOLE_ROUTES.overview.path}?zone=UTC`),
    get(CONSOLE_ROUTES.fleetStatus.path),
    get(`${CONSOLE_ROUTES.entities.path}?collective=${collectiveId(at)}`),
    get(CONSOLE_ROUTES.audit.path),
  ]);
}

/**
 * Measures mixed load.
 * @param eachMs duration of each run
 * @param databaseUrl an empty PostgreSQL database for the two processes; undefined: only one is measured
 */
export async function mixed(
  { say, table }: Markdown,
  dir: string,
  eachMs: number,
  databaseUrl: string | undefined,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const isShared of databaseUrl === undefined ? [false] : [false, true]) {
    const service = await startInstantService();
    const settings = {
      DATA_DIR: mkdtempSync(path.join(dir, 'mixed-')),
      DISPATCH_GUARD_MINUTES: '0',
      FLEET_POLICY: 'off',
      DATABASE_URL: isShared ? (databaseUrl ?? '') : '',
    };
    const { program, client } = await consoleOn(service, settings);
    await client.ask('importDirectory', { body: instantDirectory(0) });
    const processes = [{ program, origin: CONSOLE_ORIGIN }];
    if (isShared) {
      const second = await startConsole({
        SERVICE_BASE_URL: service.baseUrl,
        SERVICE_AUTH_URL: service.authUrl,
        SERVICE_CLIENT_ID: 'bench',
        SERVICE_CLIENT_SECRET: 'bench',
        ...settings,
        DATA_DIR: mkdtempSync(path.join(dir, 'mixed-')),
        PORT: new URL(SECOND_ORIGIN).port,
      });
      processes.push({ program: second, origin: SECOND_ORIGIN });
    }
    const each = await Promise.all(
      processes.map(({ origin }) =>
        load(origin, requests(client, origin), eachMs, CONNECTIONS / processes.length),
      ),
    );
    const sum = (of: (figures: (typeof each)[number]) => number) =>
      each.reduce((total, figures) => total + of(figures), 0);
    rows.push([
      isShared ? 'two, PostgreSQL' : 'one, SQLite',
      Math.round(sum(({ perSecond }) => perSecond)),
      ms(Math.max(...each.map(({ p50 }) => p50))),
      ms(Math.max(...each.map(({ p99 }) => p99))),
      processes.map((one) => `${one.program.memory().most} MB`).join(', '),
      sum(({ guarded }) => guarded),
      sum(({ failed }) => failed),
    ]);
    for (const one of processes) await one.program.stop();
    await service.stop();
  }
  say(`## Console: mixed load for ${eachMs / 1000} s, one request in ten a dispatch`);
  table(
    ['Processes', 'Requests/s', 'p50', 'p99', 'Memory at most', 'Stopped by the guard', 'Failed'],
    rows,
  );
  if (databaseUrl === undefined) say('Two processes are measured if `DATABASE_URL` is set.');
}
