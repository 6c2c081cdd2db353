import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { session, uuid } from '../../testing/samples.ts';
import { readMany } from './read-many.ts';
import { endsOf, totalsOf } from './totals.ts';

const read = (sessions: number[], more: { error?: unknown; looped?: boolean } = {}) => ({
  sessions: sessions.map((last) => session(last)),
  error: null,
  looped: false,
  at: 5000,
  ...more,
});

test('sessions read are added up, missing Entities are counted separately', () => {
  const readings = new Map([
    [uuid(1), read([1, 2])],
    [uuid(2), read([])],
    [uuid(3), { ...read([3], { error: new ApiError('network', 'gone') }), at: 3000 }],
    [uuid(4), read([4], { looped: true })],
  ]);
  const totals = totalsOf(readings, Number.MAX_SAFE_INTEGER);
  expect(totals.sessions).toHaveLength(4);
  expect(totals.units.reduce((sum, unit) => sum + unit.sessions, 0)).toBe(4);
  expect(totals.without).toBe(1);
  expect(totals.troubled).toEqual([uuid(3), uuid(4)]);
  expect(totals.oldestMs).toBe(3000);
  expect(totals.provisional).toBe(false);
  expect(totalsOf(readings, 0).provisional).toBe(true);
  expect(totals.ranking[0]).toMatchObject({ id: uuid(1), sessions: 2 });
});

test('units are never mixed: the ranking uses the unit of most sessions', () => {
  const inWh = session(9, { energy: 4000, unit: 'Wh' });
  const readings = new Map([
    [uuid(1), read([1, 2])],
    [uuid(2), { ...read([]), sessions: [inWh] }],
  ]);
  const totals = totalsOf(readings, 0);
  expect(totals.units.map(({ sessions }) => sessions)).toEqual([2, 1]);
  expect(totals.ranking.map(({ id }) => id)).toEqual([uuid(1)]);
});

test('the ends of a ranking never share an Entity', () => {
  const ranking = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: uuid(at), energy: 100 - at, sessions: 1 }));
  expect(endsOf(ranking(3))).toMatchObject({ most: { length: 3 }, least: [] });
  const seven = endsOf(ranking(7));
  expect(seven.most.map(({ energy }) => energy)).toEqual([100, 99, 98, 97, 96]);
  expect(seven.least.map(({ energy }) => energy)).toEqual([94, 95]);
});

test('at most the given number at a time; after stopping nothing starts', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `${at}`);
  const stop = new AbortController();
  const begun: string[] = [];
  const done: string[] = [];
  let now = 0;
  let most = 0;
  await readMany(
    ids,
    4,
    stop.signal,
    async (id) => {
      begun.push(id);
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return id;
    },
    (id) => {
      done.push(id);
      if (done.length === 6) stop.abort();
    },
  );
  expect(most).toBe(4);
  expect(done).toHaveLength(6);
  expect(begun.length).toBeLessThan(12);
});
