import { expect, test } from 'vitest';
import { createChunkSize, inChunks } from './in-chunks.ts';

const LIMITS = { first: 100, smallest: 20, largest: 1000, ms: 10 };

test('a chunk grows by half at most, shrinks at once, and stays within its limits', () => {
  const size = createChunkSize(LIMITS);
  size.took(1);
  expect(size.rows).toBe(150);
  size.took(20);
  expect(size.rows).toBe(75);
  size.took(1000);
  expect(size.rows).toBe(20);
  for (let chunk = 0; chunk < 20; chunk += 1) size.took(0);
  expect(size.rows).toBe(1000);
});

test('no chunk begins before its turn, and none after the end', async () => {
  let now = 0;
  const said: string[] = [];
  const stop = new AbortController();
  const work = inChunks(
    { elapsed: () => now },
    {
      signal: stop.signal,
      spent: (ms) => said.push(`took ${ms}`),
      giveWay: async () => {
        said.push('gave way');
        if (said.length > 4) stop.abort(new Error('stopping'));
      },
    },
    async (rows) => {
      now += 4;
      said.push(`${rows} rows`);
      return true;
    },
  );
  await expect(work).rejects.toThrow('stopping');
  expect(said).toEqual(['100 rows', 'took 4', 'gave way', '100 rows', 'took 4', 'gave way']);
});
