import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dateIn } from '../../domain/time.ts';
import { groupBy } from '../../lib/group-by.ts';
import { exactSum, sessionSpan } from '../../domain/session-maths.ts';
import { convertSessionsCsv, kilowattHours, stay } from './csv.ts';
import { parseWorld } from './resolve.ts';

const excerpt = readFileSync(new URL('samples/epfl-excerpt.csv', import.meta.url), 'utf8');
/** The full table is not in the repository; if present, its known totals are checked. */
const FULL =
  process.env['GRIDHELM_SESSIONS_CSV'] ?? '../shared/data/epfl-dc-fast-charging-sessions.csv';

/** Sessions and kWh by month of arrival. */
const BY_MONTH: Readonly<Record<string, [number, number]>> = {
  '2022-04': [117, 4069.3828],
  '2022-05': [101, 3586.319425],
  '2022-06': [166, 5357.493775],
  '2022-07': [66, 2258.119],
  '2022-08': [35, 1365.432],
  '2022-10': [220, 7630.2801],
  '2022-11': [275, 8402.4532],
  '2022-12': [12, 365.27],
  '2023-02': [94, 2558.34355],
  '2023-03': [239, 7488.467975],
  '2023-04': [172, 5190.00605],
  '2023-05': [152, 4594.6769],
  '2023-06': [198, 6587.8278],
  '2023-07': [31, 987.863],
};

function totalOf(world: ReturnType<typeof convertSessionsCsv>, plug?: string): number {
  const entity = world.entities.find(({ name }) => name === plug)?.id;
  return exactSum(
    world.chargeSessions
      .filter((session) => plug === undefined || session.entityId === entity)
      .map((session) => session.data.charge?.total?.total ?? Number.NaN),
  );
}

describe('a table of charge sessions', () => {
  test('becomes a world with every row, its energy, power and states of charge', () => {
    const world = convertSessionsCsv(excerpt);
    expect(world.entities.map(({ name, type }) => [name, type])).toEqual([
      ['CCS1', 'ChargePoint'],
      ['CCS2', 'ChargePoint'],
    ]);
    expect(world.chargeSessions).toHaveLength(20);
    expect(world.chargeSessions[0]?.data).toMatchObject({
      start: '2023-06-18T14:14:00.000Z',
      end: '2023-06-18T14:18:00.000Z',
      charge: {
        averagePower: { unit: 'kW', value: 67.092 },
        start: { unit: '%', value: 46.9899999999999 },
        end: { unit: '%', value: 55 },
        total: { unit: 'kWh', t1: 5.591, t2: null, t3: null, t4: null, total: 5.591 },
      },
    });
    expect(world.chargeSessions[0]?.created).toBe('2023-06-18T22:00:00.000Z');
  });

  test('gives the same world each time, which the loader accepts', () => {
    const text = JSON.stringify(convertSessionsCsv(excerpt));
    expect(JSON.stringify(convertSessionsCsv(excerpt))).toBe(text);
    expect(parseWorld(text, 'x.json').chargeSessions).toHaveLength(20);
  });

  test('has the known totals in full', (context) => {
    if (!existsSync(FULL)) context.skip(`${FULL} is not here; only the excerpt was checked`);
    const world = convertSessionsCsv(readFileSync(FULL, 'utf8'));
    expect(world.chargeSessions).toHaveLength(1878);
    expect([totalOf(world), totalOf(world, 'CCS1'), totalOf(world, 'CCS2')]).toEqual([
      60441.935575, 36513.5861, 23928.349475,
    ]);
    const months = groupBy(world.chargeSessions, (session) =>
      dateIn('Europe/Zurich', sessionSpan(session).startMs ?? 0).slice(0, 7),
    );
    expect([...months.keys()].toSorted()).toEqual(Object.keys(BY_MONTH));
    for (const [month, sessions] of months) {
      expect([sessions.length, totalOf({ ...world, chargeSessions: sessions })]).toEqual(
        BY_MONTH[month],
      );
    }
    const starts = world.chargeSessions.map(({ data }) => data.start).toSorted();
    expect(starts[0]).toBe('2022-04-12T17:27:00.000Z');
    expect(new Set(world.chargeSessions.map(({ id }) => id)).size).toBe(1878);
    expect(world.chargeSessions.every(({ data }) => data.start <= (data.end ?? ''))).toBe(true);
  });

  test.each([
    ['5,5591,', '5,-5591,', 'line 2, column "Energy (Wh)"'],
    ['2023-06-18T16:14', '2023-02-30T16:14', 'line 2, column "Arrival"'],
    [',5,5591', ',0,5591', 'line 2, column "Stay (min)"'],
    ['1601,CCS2', '1046,CCS2', 'line 3, column "Session"'],
    ['1601,CCS2', '1601,CCS9', 'line 3, column "CCS"'],
    ['SOC arrival', 'SOC', 'line 1, column "SOC arrival"'],
  ])('%s → %s is refused with its line and column', (from, to, where) => {
    expect(() => convertSessionsCsv(excerpt.replace(from, to))).toThrow(where);
  });

  test('counts lines correctly after a blank one', () => {
    const text = excerpt.replace('\n1601,CCS2', '\n\n1601,CCS9');
    expect(() => convertSessionsCsv(text)).toThrow('line 4, column "CCS"');
  });
});

describe('kilowattHours', () => {
  test.each([
    ['9632', 9.632],
    ['7910.8249999999998', Number('7.9108249999999998')],
    ['5', 0.005],
    ['0', 0],
    ['268863', 268.863],
  ])('%s Wh', (text, expected) => {
    expect(kilowattHours(text)).toBe(expected);
  });
});

describe('stay', () => {
  test('does not end before it starts in the repeated hour', () => {
    const { startMs, endMs } = stay('2022-10-30T02:50', '2022-10-30T02:10');
    expect(endMs - startMs).toBe(20 * 60_000);
  });

  test('is shorter than by the wall clock when the clock jumps ahead', () => {
    const { startMs, endMs } = stay('2023-03-26T01:50', '2023-03-26T03:10');
    expect(endMs - startMs).toBe(20 * 60_000);
  });
});
