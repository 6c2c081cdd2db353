import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Figures } from '../../contract/console/report-figures.ts';
import { openStore } from '../../store/open-store.ts';
import { placeStore } from '../../store/testing/memory-store.ts';
import { chargeSession } from '../fleet/testing/fleet-rows.ts';
import { createReportThread, type ReportThread } from './report-thread.ts';
import { TEST_WORKER } from './testing/test-worker.ts';
import { NOW, QUIET, storeWorld, uuid } from './testing/stored-world.ts';

const APRIL = Date.UTC(2026, 3, 1);
let thread: ReportThread;
const failures: unknown[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-thread-'));
  const store = path.join(folder, 'console.db');
  await placeStore(store);
  const db = await openStore(store);
  const sessions = Array.from({ length: 3000 }, (_, at) =>
    chargeSession({ id: uuid(2, at), startMs: APRIL + at * 600_000, energy: 1 + at / 7 }),
  );
  await storeWorld(db, { [uuid(1, 1)]: sessions.slice(0, 60), [uuid(1, 2)]: [] });
  await db.destroy();
  thread = createReportThread(TEST_WORKER, { store, capacityUnit: 'kWh' }, (error) =>
    failures.push(error),
  );
});
afterAll(() => thread.stop());

const figures = { kind: 'figures', search: {}, now: NOW, ask: { limit: 10, offset: 0 } } as const;
const search = { entities: `${uuid(1, 1)}.${uuid(1, 2)}` };

test('a thread answers, streams files, refuses with words, and ends what is given up', async () => {
  const answer = await thread.answer({ ...figures, search }, QUIET);
  expect(Figures.parse(answer).totals).toMatchObject([{ sessions: 60 }]);

  const file = { format: 'csv', rows: 'sessions', of: 'entity', filter: {} } as const;
  const stream = { kind: 'file', search, now: NOW, file } as const;
  let bytes = 0;
  for await (const part of thread.stream(stream, QUIET))
    bytes += part instanceof Uint8Array ? part.length : 0;
  expect(bytes).toBeGreaterThan(60 * 100);

  const refused = thread.answer({ ...figures, search: { zone: 'Nowhere' } }, QUIET);
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: 'Nowhere is not a time zone.',
  });

  for await (const part of thread.stream({ ...stream, file: { ...file, format: 'xlsx' } }, QUIET)) {
    expect(part).toBeInstanceOf(Uint8Array);
    break;
  }
  const stop = new AbortController();
  const stopped = thread.answer(
    { ...figures, search: { period: 'all' } },
    { ...QUIET, signal: stop.signal },
  );
  stop.abort();
  await expect(stopped).rejects.toThrow('aborted');
  expect(Figures.parse(await thread.answer({ ...figures, search }, QUIET)).count).toBe(1);
  expect(failures).toEqual([]);
});

test('a thread that ended fails what waits, and starts again with the next task', async () => {
  const file = { format: 'csv', rows: 'sessions', of: 'entity', filter: {} } as const;
  const content = thread.stream({ kind: 'file', search, now: NOW, file }, QUIET);
  const parts = content[Symbol.asyncIterator]();
  expect((await parts.next()).done).toBe(false);
  await thread.stop();
  await expect(parts.next()).rejects.toThrow('ended');
  expect(Figures.parse(await thread.answer({ ...figures, search }, QUIET)).count).toBe(1);
});
