import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { GROUPINGS } from '../../src/contract/console/choices.ts';
import { CARS, startTestConsole } from '../../src/server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../../src/server/testing/fake-service.ts';
import { manualClock } from '../../src/lib/testing/manual-clock.ts';
import { noteAct } from '../../src/web/api/attention.ts';
import { call } from '../../src/web/api/client.ts';
import { runningQuery } from '../../src/web/api/batches.ts';
import { fleetStatusOf } from '../../src/web/api/fleet-status.ts';
import { query } from '../../src/web/api/query.ts';
import { sessionQuery } from '../../src/web/api/session.ts';

const MINUTE_MS = 60_000;

let fake: FakeService;
let gridhelm: Awaited<ReturnType<typeof startTestConsole>>;
let cookie: string;
const clock = manualClock(Date.UTC(2026, 2, 2, 8));
beforeAll(async () => {
  fake = await startFakeService();
  fake.answer = () => ({ status: 200, body: [] });
  gridhelm = await startTestConsole(fake, { clock });
});
beforeEach(async () => {
  cookie = await gridhelm.signIn('operator');
  // Headers that a browser adds to each request of the page.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    headers.set('origin', gridhelm.running.origin);
    return fetch(new URL(url, gridhelm.running.origin), { ...init, headers });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(async () => {
  await gridhelm.running.close();
  await fake.close();
});

/** What an open page polls, whether anyone uses it or not. */
async function poll(client: QueryClient) {
  const now = { staleTime: 0, retry: false };
  await Promise.allSettled([
    client.fetchQuery({ ...runningQuery, ...now }),
    client.fetchQuery({
      ...query(CONSOLE_ROUTES.fleetEntity, { params: { id: CARS[0] } }),
      ...now,
    }),
    client.fetchQuery({ ...query(CONSOLE_ROUTES.sealedReports, { query: { limit: 20 } }), ...now }),
    client.fetchQuery({ ...fleetStatusOf(), ...now }),
    call(CONSOLE_ROUTES.liveChanges),
  ]);
}

async function whoIsSignedIn(client: QueryClient) {
  const answer = await client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false });
  return answer.operator?.role ?? null;
}

test('an operator who regroups a report every ten minutes is still signed in after two hours', async () => {
  const client = new QueryClient();
  for (let round = 0; round < 12; round += 1) {
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(MINUTE_MS);
      await poll(client);
    }
    noteAct();
    const by = GROUPINGS[round % GROUPINGS.length] ?? 'entity';
    const figures = await client.fetchQuery({
      ...query(CONSOLE_ROUTES.figures, { query: { by } }),
      staleTime: 0,
      retry: false,
    });
    expect(figures.state).toBe('ready');
  }
  expect(await whoIsSignedIn(client)).toBe('operator');
});

test('a page that only reads in the background is signed out after half an hour', async () => {
  const client = new QueryClient();
  noteAct();
  expect(await whoIsSignedIn(client)).toBe('operator');
  for (let minute = 0; minute < 29; minute += 1) {
    clock.advance(MINUTE_MS);
    await poll(client);
  }
  expect(await whoIsSignedIn(client)).toBe('operator');
  clock.advance(MINUTE_MS);
  expect(await whoIsSignedIn(client)).toBeNull();
});
