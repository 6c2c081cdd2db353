import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveChanges } from '../../contract/console/live.ts';
import {
  CARS,
  FLEET,
  startTestConsole,
  type TestConsole,
} from '../../server/testing/console-harness.ts';
import { SESSION_CHECK_MS } from './stream.ts';
import { startFakeService, type FakeService } from '../../server/testing/fake-service.ts';

const BATCH = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0b01';
const COMMAND = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0c01';
/** Maximum duration of each follow-up. */
const WITHIN_MS = 10_000;
vi.setConfig({ testTimeout: 2 * WITHIN_MS });
let fake: FakeService;
let gridhelm: TestConsole;
let cookie: string;
let opened: http.ClientRequest[];

beforeEach(async () => {
  fake = await startFakeService();
  gridhelm = await startTestConsole(fake);
  cookie = await gridhelm.signIn('operator');
  opened = [];
});
afterEach(async () => {
  for (const request of opened) request.destroy();
  await gridhelm.running.close();
  await fake.close();
});

/** The data of a stream so far. */
interface Listened {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  ended: boolean;
}

function listen(
  headers: Record<string, string> = {},
  agent: http.Agent | false = false,
  path = '/api/console/live',
): Promise<Listened> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      {
        host: '127.0.0.1',
        port: gridhelm.port,
        path,
        agent,
        headers: { 'x-gridhelm': '1', 'sec-fetch-site': 'same-origin', cookie, ...headers },
      },
      (response) => {
        const listened = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: '',
          ended: false,
        };
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          listened.text += part;
        });
        response.on('close', () => {
          listened.ended = true;
        });
        resolve(listened);
      },
    );
    request.on('error', reject);
    opened.push(request);
  });
}

function changesIn(text: string): LiveChanges[] {
  return [...text.matchAll(/event: changes\ndata: (.+)\n/g)].map(([, data = '']) =>
    LiveChanges.parse(JSON.parse(data)),
  );
}

async function dispatch(): Promise<void> {
  const [first, second] = CARS.map((entityId, at) => ({
    id: `${COMMAND.slice(0, -1)}${at}`,
    entityId,
    status: 'Pending',
  }));
  fake.answer = ({ method, path }) =>
    method === 'POST'
      ? { status: 201, body: { batchId: BATCH, commands: [first, second] } }
      : { status: 200, body: { ...(path.includes(CARS[0]) ? first : second), status: 'Failed' } };
  const reply = await gridhelm.page(
    {
      method: 'POST',
      path: `/api/v1/collectives/${FLEET}/commands`,
      headers: { 'idempotency-key': BATCH },
      body: { type: 'StopCharging', value: null },
    },
    cookie,
  );
  expect(reply.status).toBe(201);
}

const listenFrom = (cursor: string) => listen({}, false, `/api/console/live?since=${cursor}`);
const latest = async () =>
  LiveChanges.parse((await gridhelm.page({ path: '/api/console/live/changes' }, cookie)).json());

describe('live updates', () => {
  test('a dispatch and its progress reach two browsers', async () => {
    const both = [await listen(), await listen()];
    await dispatch();
    for (const listened of both) {
      await vi.waitFor(() => {
        const batches = changesIn(listened.text).flatMap((changes) => changes.batches);
        expect(batches.at(-1)).toMatchObject({
          id: BATCH,
          settled: true,
          verdictCounts: { failed: 2 },
        });
      }, WITHIN_MS);
    }
  });

  test('has the headers of every answer, and is not cached', async () => {
    const { status, headers } = await listen();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-request-id']).toBeDefined();
  });

  test('continues after the last received event', async () => {
    const { cursor } = await latest();
    await dispatch();
    const listened = await listenFrom(cursor);
    await vi.waitFor(() => {
      expect(changesIn(listened.text)[0]?.batches[0]?.id).toBe(BATCH);
      expect(changesIn(listened.text).at(-1)?.batches[0]?.settled).toBe(true);
    }, WITHIN_MS);
    const again = await listenFrom((await latest()).cursor);
    await vi.waitFor(() => {
      expect(changesIn(again.text)[0]?.batches).toEqual([]);
    }, WITHIN_MS);
  });

  test('to who followed another process, or this one before it was started again, everything has changed', async () => {
    const { cursor } = await latest();
    await gridhelm.running.close();
    gridhelm = await startTestConsole(fake);
    cookie = await gridhelm.signIn('operator');
    const again = await listenFrom(cursor);
    await vi.waitFor(() => {
      expect(changesIn(again.text)[0]).toMatchObject({ all: true });
    }, WITHIN_MS);
    const path = `/api/console/live/changes?since=${cursor}`;
    expect(LiveChanges.parse((await gridhelm.page({ path }, cookie)).json()).all).toBe(true);
  });

  test('with six connections per browser, six windows leave two of them for requests', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
    const all: Listened[] = [];
    for (let each = 0; each < 6; each += 1) all.push(await listen({}, agent));
    await vi.waitFor(() => {
      expect(all.map(({ ended }) => ended)).toEqual([true, true, false, false, false, false]);
    }, WITHIN_MS);
    expect(all[0]?.text).toContain('event: end\ndata: displaced\n');
    const changes = await listen({}, agent, '/api/console/live/changes');
    expect(changes.status).toBe(200);
    agent.destroy();
  });

  test('the end of a stream logs no warning', async () => {
    await listen();
    opened[0]?.destroy();
    const ended = await listen();
    for (let each = 0; each < 4; each += 1) await listen();
    await vi.waitFor(() => {
      expect(ended.ended).toBe(true);
    }, WITHIN_MS);
    await gridhelm.running.close();
    expect(gridhelm.logs.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  });

  test('a stop ends the streams with a reason and does not wait for them', async () => {
    const listened = await listen();
    const began = Date.now();
    await gridhelm.running.close();
    expect(Date.now() - began).toBeLessThan(5000);
    await vi.waitFor(() => {
      expect(listened.ended).toBe(true);
    }, WITHIN_MS);
    expect(listened.text).toContain('event: end\ndata: stopping\n');
  });

  test('an idle connection does not delay a stop', async () => {
    const socket = connect(gridhelm.port, '127.0.0.1');
    await once(socket, 'connect');
    const began = Date.now();
    await gridhelm.running.close();
    expect(Date.now() - began).toBeLessThan(5000);
    await vi.waitFor(() => {
      expect(socket.closed).toBe(true);
    }, WITHIN_MS);
  });

  test('ends at once when its operator signs out, and no other stream ends', async () => {
    const other = await gridhelm.signIn('viewer');
    const own = [await listen(), await listen()];
    const others = await listen({ cookie: other });
    await gridhelm.page({ method: 'POST', path: '/auth/sign-out' }, cookie);
    await vi.waitFor(() => {
      expect(own.map(({ ended }) => ended)).toEqual([true, true]);
    }, SESSION_CHECK_MS / 2);
    expect(own[0]?.text).toContain('event: end\ndata: session-over\n');
    expect(others.ended).toBe(false);
  });

  test('needs a signed-in operator', async () => {
    cookie = '';
    expect((await listen()).status).toBe(401);
  });
});
