import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { StaleQueries } from './stale.ts';

let client: QueryClient;
let stale: StaleQueries;
const reads = vi.fn<(name: string) => void>();
/** How long a read takes, in ms. */
let takes: number;

beforeEach(() => {
  vi.useFakeTimers();
  takes = 0;
  client = createQueryClient(() => {});
  stale = new StaleQueries(client);
});
afterEach(() => {
  stale.close();
  client.clear();
  vi.useRealTimers();
  reads.mockClear();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Shows a query on the screen. @returns a function that takes it away */
function show(name: string, shows: readonly ('batch' | 'batches' | 'fleet')[], id?: string) {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: async () => {
      reads(name);
      await new Promise((resolve) => setTimeout(resolve, takes));
      return reads.mock.calls.length;
    },
    meta: { shows, id },
  });
  return observer.subscribe(() => {});
}

const namesRead = () => reads.mock.calls.map(([name]) => name);

test('reads again what shows a topic, of single things only the one named', async () => {
  const leave = [
    show('list', ['batches']),
    show('one', ['batch'], '1'),
    show('other', ['batch'], '2'),
    show('fleet', ['fleet']),
  ];
  await pass(5000);
  reads.mockClear();
  stale.note({ batches: null, batch: ['1'] });
  await pass(5000);
  expect(namesRead().toSorted()).toEqual(['list', 'one']);
  stale.note({ batch: null });
  await pass(5000);
  expect(namesRead().toSorted()).toEqual(['list', 'one', 'one', 'other']);
  for (const end of leave) end();
});

test('changes that follow one another are read together, and a slow read is left alone for longer', async () => {
  takes = 400;
  const leave = show('slow', ['fleet']);
  await pass(5000);
  reads.mockClear();
  for (let tenth = 0; tenth < 100; tenth += 1) {
    stale.note({ fleet: null });
    await pass(100);
  }
  // Once at once, then each 400 ms after a pause of ten times as long.
  expect(reads.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(4);
  leave();
});

test('a change during a read is read after it', async () => {
  takes = 2000;
  const leave = show('slow', ['fleet']);
  await pass(1000);
  stale.note({ fleet: null });
  await pass(60_000);
  expect(namesRead()).toEqual(['slow', 'slow']);
  leave();
});

test('what is not on screen is read when it is shown again, not before', async () => {
  show('list', ['batches'])();
  await pass(1000);
  stale.note({ batches: null });
  await pass(60_000);
  expect(namesRead()).toEqual(['list']);
  const leave = show('list', ['batches']);
  await pass(1000);
  expect(namesRead()).toEqual(['list', 'list']);
  leave();
});
