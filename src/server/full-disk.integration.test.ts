import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '../contract/console/headers.ts';
import { SessionAnswer } from '../contract/console/session.ts';
import { CARS, FLEET, startTestConsole, type TestConsole } from './testing/console-harness.ts';
import { fill, mountSmallDisk, unmountSmallDisk } from './testing/small-disk.ts';
import { startFakeService, type FakeService } from './testing/fake-service.ts';
import { manualClock, type ManualClock } from '../lib/testing/manual-clock.ts';
import { openReadOnly } from '../store/dialect/sqlite.ts';
import type { Store } from '../store/schema/schema.ts';
import { aCommand } from '../operations/dispatch/testing/stored-batch.ts';

const MINUTE_MS = 60_000;

const disk = mountSmallDisk();

interface Stream {
  text(): string;
  isOpen(): boolean;
  close(): void;
}

function openStream(port: number, cookie: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let text = '';
    let open = true;
    const headers = { 'x-gridhelm': '1', 'sec-fetch-site': 'same-origin', cookie };
    const request = http.get(
      { host: '127.0.0.1', port, path: '/api/console/live', headers, agent: false },
      (response) => {
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('close', () => (open = false));
        response.on('error', () => (open = false));
        resolve({ text: () => text, isOpen: () => open, close: () => request.destroy() });
      },
    );
    request.on('error', reject);
  });
}

describe.skipIf(disk === null)('a disk that is really full', () => {
  const dir = disk ?? '';
  const filler = path.join(dir, 'filler');
  let clock: ManualClock;
  let fake: FakeService;
  let gridhelm: TestConsole;
  let cookie: string;
  let stream: Stream;

  /** Advances the clock in steps, running what is due in between. */
  const pass = async (ms: number, steps = 20) => {
    for (let step = 0; step < steps; step += 1) {
      clock.advance(ms / steps);
      for (let turns = 0; turns < 20; turns += 1) await turn();
    }
  };
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await pass(500, 1);
  };
  const get = (target: string) => gridhelm.send(`GET ${target}`, cookie);
  const stop = { type: 'StopCharging', value: null };
  const addTemplate = () => {
    const template = { name: `T ${randomUUID()}`, kind: 'now', rows: [stop] };
    return gridhelm.send('POST /api/console/templates', cookie, template);
  };
  const dispatch = () => {
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    return gridhelm.send(`POST /api/v1/collectives/${FLEET}/commands`, cookie, stop, key);
  };
  const storedSessions = async () => {
    const db = openReadOnly<Store>(path.join(gridhelm.dataDir, 'console.db'));
    const rows = await db.selectFrom('sessions').select('id_hash').execute();
    await db.destroy();
    return rows.length;
  };
  const sent = () => fake.seen.filter(({ method }) => method === 'POST').length;

  beforeAll(async () => {
    clock = manualClock(Date.now());
    fake = await startFakeService();
    const commands = CARS.map((entityId) => aCommand(randomUUID(), { entityId, status: 'Sent' }));
    fake.answer = ({ method, path: target }) => {
      if (method === 'POST') return { status: 201, body: { batchId: randomUUID(), commands } };
      const command = commands.find(({ id }) => target.endsWith(id));
      if (command !== undefined) return { status: 200, body: command };
      return { status: 200, body: [] };
    };
    gridhelm = await startTestConsole(fake, {
      config: { dataDir: path.join(dir, 'data'), logLevel: 'warn' },
      clock,
      // The disk is smaller than what is kept free: here that does not help.
      freeBytes: () => Promise.resolve(Infinity),
    });
    cookie = await gridhelm.signIn('operator');
    await dispatch();
    stream = await openStream(gridhelm.port, cookie);
    fill(filler);
    // The files of the store have room inside, which is used up first.
    while ((await addTemplate()).status === 201) await turn();
  });
  afterAll(async () => {
    stream.close();
    await gridhelm.running.close();
    await fake.close();
    unmountSmallDisk(dir);
  });

  test('after an hour everything is readable for signed-in operators, and no write is done or sent', async () => {
    for (let round = 0; round < 12; round += 1) {
      await pass(5 * MINUTE_MS);
      const own = ['collectives', 'templates', 'batches'].map((name) => `/api/console/${name}`);
      for (const target of [...own, `/api/v1/entities/${CARS[0]}/features`]) {
        const reply = await get(target);
        expect([target, reply.status]).toEqual([target, 200]);
      }
    }
    const session = SessionAnswer.parse((await get('/auth/session')).json());
    expect(session.operator?.role).toBe('operator');
    const before = sent();
    expect(before).toBe(1);
    for (const reply of [await addTemplate(), await dispatch()]) {
      expect(reply.code()).toEqual([503, 'store_unavailable']);
      expect(reply.refusal()[1]).toMatch(/cannot (?:be )?writ/);
    }
    expect(sent()).toBe(before);
  });

  test('/readyz and the still open live stream report it', async () => {
    await until(() => stream.text().includes('"writable":false'));
    const reply = await gridhelm.ask({ path: '/readyz' });
    const state = { status: 'failed', store: 'failed', disk: 'ok', service: 'ok' };
    expect([reply.status, reply.json()]).toEqual([503, state]);
    expect((await gridhelm.ask({ path: '/healthz' })).status).toBe(200);
    expect(stream.isOpen()).toBe(true);
  });

  test('meanwhile the Service is not polled in a loop, and the log does not fill up', async () => {
    const [seen, lines] = [fake.seen.length, gridhelm.logs.length];
    await pass(30 * MINUTE_MS, 600);
    expect(fake.seen.length - seen).toBeLessThan(5);
    expect(gridhelm.logs.length - lines).toBeLessThan(60);
    await get('/api/console/templates');
  });

  test('signing out ends the session at once, and reports that this could not be stored', async () => {
    const reply = await gridhelm.send('POST /auth/sign-out', cookie);
    expect(reply.code()).toEqual([503, 'sign_out_not_stored']);
    expect(reply.refusal()[1]).toContain('if the console restarts');
    expect(reply.headers['set-cookie']).toEqual([expect.stringMatching(/^gridhelm=; Max-Age=0;/)]);
    expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await get('/api/console/templates')).status).toBe(401);
    expect(await storedSessions()).toBe(1);
    await until(() => !stream.isOpen());
  });

  test('with free space everything works again without a restart', async () => {
    rmSync(filler);
    await until(async () => (await gridhelm.ask({ path: '/readyz' })).status === 200);
    // What a start after kill -9 would find.
    await until(async () => (await storedSessions()) === 0);
    expect((await get('/api/console/templates')).status).toBe(401);
    cookie = await gridhelm.signIn('operator');
    stream.close();
    stream = await openStream(gridhelm.port, cookie);
    await until(() => stream.text().includes('"writable":true'));
    expect((await addTemplate()).status).toBe(201);
    expect((await dispatch()).status).toBe(201);
  });
});
