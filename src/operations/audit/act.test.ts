import http from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RouteShape } from '../../contract/route.ts';
import { z } from '../../contract/zod.ts';
import { defineRoute } from '../../http/define-route.ts';
import { act, mount } from '../../http/route.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { audited } from './act.ts';
import { createAudit } from './audit.ts';
import { storedRows } from './testing/stored-rows.ts';

const none = z.strictObject({});
const file = {
  method: 'GET',
  path: '/files/{name}',
  params: z.object({ name: z.string() }),
  query: none,
  body: null,
  answer: null,
} as const satisfies RouteShape;

/** Reads an answer to its end, or only its first part. */
function take(port: number, path: string, onlyBeginning: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, path, agent: false }, (response) => {
      response.on('data', () => {
        if (onlyBeginning) response.destroy();
      });
      response.on('close', resolve);
    });
    request.on('error', reject);
  });
}

let stop: () => Promise<void>;
let port: number;
let outcomes: () => Promise<string[]>;
const lines: string[] = [];

beforeEach(async () => {
  const db = await memoryStore();
  const clock = manualClock();
  const audit = createAudit({
    db,
    clock,
    onError: (error) => {
      throw error;
    },
  });
  lines.length = 0;
  const app = Fastify({
    exposeHeadRoutes: false,
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  app.decorateRequest('signedIn', null);
  const rules = {
    permission: null,
    audit: act('export', 'file {name}', { effect: 'elsewhere', needsRoom: false }),
  };
  const route = defineRoute(file, rules, ({ params }) =>
    params.name === 'endless'
      ? Readable.from(
          (function* endless() {
            for (;;) yield 'x'.repeat(65_536);
          })(),
        )
      : Readable.from(['first,', 'last']),
  );
  const sends = act('dispatch', 'file {name}', { effect: 'service', needsRoom: false });
  const twice = defineRoute(
    { ...file, path: '/sent/{name}' },
    { permission: null, audit: sends },
    async ({ record, params }) => {
      const earlier = params.name === 'again' ? 'stored' : null;
      if ((await record.begin(() => Promise.resolve(earlier))) !== null) return record.repeated();
      // The first was stored, though whoever stored it was told otherwise.
      await record.end({ upstreamStatus: 201 }, () => Promise.resolve(true));
      await record.end({ upstreamStatus: 201 }, () => Promise.resolve(null));
    },
  );
  const parts = {
    audit,
    knownName: () => Promise.resolve(null),
    hasRoom: () => Promise.resolve(false),
  };
  mount(app, [audited(route, parts), audited(twice, parts)]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = z.object({ port: z.number() }).parse(app.server.address()));
  outcomes = async () => (await storedRows(db)).map(({ outcome }) => outcome).toReversed();
  stop = async () => {
    await app.close();
    await audit.flush();
    await db.destroy();
  };
});
afterEach(() => stop());

test('a file read to its end is done', async () => {
  await take(port, '/files/short', false);
  await expect.poll(outcomes).toEqual(['begun', 'done']);
  expect(lines).toEqual([]);
});

test('a file whose reader left is recorded as cut off, without a warning in the log', async () => {
  await take(port, '/files/endless', true);
  await expect.poll(outcomes).toEqual(['begun', 'cut off']);
  expect(lines).toEqual([]);
});

test('an outcome that is stored twice is one row', async () => {
  await take(port, '/sent/once', false);
  expect(await outcomes()).toEqual(['begun', 'accepted']);
});

test('what was stored earlier does not begin', async () => {
  await take(port, '/sent/again', false);
  expect(await outcomes()).toEqual(['repeated']);
});
