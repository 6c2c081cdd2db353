import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { ReportSessionFilter } from '../../../contract/console/report-result.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { readFindingCounts } from './read-findings.ts';
import { readGroups } from './read-groups.ts';
import { readSeries } from './read-series.ts';
import { allSessions, readSessions } from './read-sessions.ts';
import { aDefinition, readInPages, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ENTITIES = [['a'], ['a', 'b']].map((collectives, at) => ({
  id: id(1, at),
  name: `Van ${at}`,
  type: 'EV',
  collectives,
}));

function session(at: number, more: object = {}): ChargeSession {
  const hour = String(at % 20).padStart(2, '0');
  const day = String((at % 28) + 1).padStart(2, '0');
  return ChargeSession.parse({
    id: id(2, at),
    data: {
      start: `2026-03-${day}T${hour}:30:00Z`,
      end: `2026-03-${day}T${String((at % 20) + 2).padStart(2, '0')}:30:00Z`,
      charge: { total: { total: 10 + at / 1000, unit: 'kWh' } },
      location: { address: at % 2 === 0 ? 'Gate' : null },
      locationMatches:
        at % 3 === 0 ? [{ accuracy: 1, location: { id: id(3, 1), label: 'L' } }] : [],
      ...more,
    },
  });
}

let db: Kysely<Store>;
let run: ReportRunRow;

const store = async (own: readonly (readonly ChargeSession[])[]) => {
  const stored = await storeRun(
    db,
    { entities: ENTITIES, definition: aDefinition({ boundary: 'split' }) },
    NOW,
  );
  for (const [at, { id: entity }] of ENTITIES.entries()) {
    await readInPages(db, stored, entity, own[at] ?? []);
  }
  return stored;
};
const SESSIONS = Array.from({ length: 70 }, (_, at) => session(at));
const OUTSIDE = session(99, { start: '2026-05-01T10:00:00Z', end: '2026-05-01T11:00:00Z' });
const NO_END = session(98, { end: null });

beforeEach(async () => {
  db = await memoryStore();
  run = await store([
    [...SESSIONS.slice(0, 40), OUTSIDE],
    [...SESSIONS.slice(40), NO_END],
  ]);
});
afterEach(() => db.destroy());

const sum = (texts: readonly (string | null)[]) =>
  microsToText(texts.reduce((all, text) => all + (microsOfText(text ?? '0') ?? 0n), 0n));

async function pages(filter: ReportSessionFilter, limit: number) {
  const all = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readSessions>> = await readSessions(
      db,
      run.run_no,
      filter,
      cursor,
      limit,
    );
    expect(page.sessions.length).toBeLessThanOrEqual(limit);
    all.push(...page.sessions);
    ({ cursor } = page);
  } while (cursor !== null);
  return all;
}

describe('sessions of a run', () => {
  test('are paged, each once, including those in no total', async () => {
    const all = await pages({}, 7);
    expect(all).toHaveLength(72);
    expect(new Set(all.map((one) => one.id)).size).toBe(72);
    expect(all.filter(({ excluded }) => excluded !== null).map((one) => one.excluded)).toEqual([
      'outside-period',
      'no-end',
    ]);
    const counted = await pages({ excluded: 'none' }, 7);
    expect(counted).toEqual(all.filter(({ excluded }) => excluded === null));
    const streamed = [];
    for await (const one of allSessions(db, run.run_no)) streamed.push(one);
    expect(streamed).toEqual(all);
    await expect(readSessions(db, run.run_no, {}, 'x', 1)).rejects.toThrow('cursor');
  });

  test('of a group add up to the group’s sums', async () => {
    const of = async (
      grouping: 'entity' | 'collective' | 'location' | 'address' | 'day' | 'hour-weekday',
    ) =>
      (await readGroups(db, run.run_no, { by: grouping })).groups.filter(
        ({ unit }) => unit === 'kWh',
      );
    const expectSame = async (filter: ReportSessionFilter, energy: string | undefined) => {
      const own = await pages(filter, 50);
      expect([filter, sum(own.map((one) => one.energyInGroup))]).toEqual([filter, energy]);
    };
    for (const { key, energy } of await of('entity')) await expectSame({ entity: key }, energy);
    for (const { key, energy } of await of('collective')) {
      await expectSame({ collectives: key }, energy);
    }
    for (const { key, energy } of await of('location')) await expectSame({ location: key }, energy);
    for (const { key, energy } of await of('address')) await expectSame({ address: key }, energy);
    for (const { key, energy } of await of('day')) await expectSame({ from: key, to: key }, energy);
    for (const { key, energy } of await of('hour-weekday')) {
      const [weekday, hour] = key.split('-').map(Number);
      await expectSame({ weekday, hour }, energy);
    }
  });

  test('with a finding, and in no total', async () => {
    const { findings, exclusions } = await readFindingCounts(db, run.run_no);
    const count = findings.find(({ kind }) => kind === 'no-location')?.count ?? 0;
    const own = await pages({ finding: 'no-location' }, 100);
    expect(own).toHaveLength(count);
    expect(own.every((one) => one.findings.includes('no-location'))).toBe(true);
    expect(count).toBe(47);
    expect(exclusions).toEqual([
      { reason: 'outside-period', count: 1 },
      { reason: 'no-start', count: 0 },
      { reason: 'no-end', count: 1 },
    ]);
    expect((await pages({ excluded: 'no-end' }, 10)).map((one) => one.id)).toEqual([NO_END.id]);
  });
});

test('in site time, a session is on the date of its place, and has its zone', async () => {
  const definition = aDefinition({ siteTime: true, zone: 'Europe/Zurich' });
  const local = await storeRun(db, { entities: ENTITIES, definition }, NOW);
  const times = { start: '2026-03-02T03:00:00Z', end: '2026-03-02T04:00:00Z' };
  const at = (latitude: number, longitude: number) => ({ location: { latitude, longitude } });
  await readInPages(db, local, id(1, 0), [
    session(1, { ...times, ...at(40.7, -74) }),
    session(2, { ...times, ...at(46.5, 6.6) }),
    session(3, times),
    // Still 28 February in New York, so not in March there.
    session(4, { start: '2026-03-01T04:00:00Z', end: '2026-03-01T04:30:00Z', ...at(40.7, -74) }),
    // Still 30 April in New York.
    session(5, { start: '2026-05-01T02:00:00Z', end: '2026-05-01T02:30:00Z', ...at(40.7, -74) }),
  ]);
  const on = async (date: string) => {
    const filter = { from: date, to: date };
    const { sessions } = await readSessions(db, local.run_no, filter, null, 10);
    return sessions.map((one) => [one.id, one.zone]);
  };
  expect(await on('2026-03-01')).toEqual([[id(2, 1), 'America/New_York']]);
  expect(await on('2026-03-02')).toEqual([
    [id(2, 2), 'Europe/Zurich'],
    [id(2, 3), null],
  ]);
  expect(await on('2026-04-30')).toEqual([[id(2, 5), 'America/New_York']]);
  const { sessions } = await readSessions(
    db,
    local.run_no,
    { excluded: 'outside-period' },
    null,
    10,
  );
  expect(sessions.map((one) => one.id)).toEqual([id(2, 4)]);
});

const HOUR_TEXT = /^2026-\d\d-\d\dT([01]\d|2[0-3]):00$/;

test.each(['entity', 'collective', 'location', 'address'] as const)(
  'over time by %s: the largest groups are separate, and all points add up to the total',
  async (by) => {
    const { totals, groups } = await readGroups(db, run.run_no, { by });
    const total = totals.find(({ unit }) => unit === 'kWh')?.energy;
    for (const grain of ['day', 'week', 'month'] as const) {
      const series = await readSeries(db, run.run_no, { grain, by, unit: 'kWh' }, 1);
      expect(series.groups).toHaveLength(1);
      expect(sum(series.points.map(({ energy }) => energy))).toBe(total);
      const own = series.points.filter(({ group }) => group === series.groups[0]?.key);
      const largest = groups.find(({ key }) => key === series.groups[0]?.key);
      expect(sum(own.map(({ energy }) => energy))).toBe(largest?.energy);
      const dates = (await readGroups(db, run.run_no, { by: grain })).groups.map(({ key }) => key);
      expect(new Set(series.points.map(({ date }) => date))).toEqual(new Set(dates));
    }
    const hourly = await readSeries(db, run.run_no, { grain: 'hour', by, unit: 'kWh' }, 1);
    expect(sum(hourly.points.map(({ energy }) => energy))).toBe(total);
    expect(hourly.points.map(({ date }) => date).every((date) => HOUR_TEXT.test(date))).toBe(true);
    const daily = await readSeries(db, run.run_no, { grain: 'day', by, unit: 'kWh' }, 1);
    const days = new Set(hourly.points.map(({ date }) => date.slice(0, 10)));
    expect(days).toEqual(new Set(daily.points.map(({ date }) => date)));
    const none = await readSeries(db, run.run_no, { grain: 'month', by, unit: 'kWh' }, 0);
    expect(none.points).toMatchObject([{ date: '2026-03-01', group: null, energy: total }]);
  },
);
