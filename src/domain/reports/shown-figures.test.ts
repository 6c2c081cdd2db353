import { expect, test } from 'vitest';
import type { FigureSums } from '../../contract/console/report-figures.ts';
import {
  averagePowerW,
  registerShares,
  roundingNote,
  shownFigures,
  shownKw,
  together,
} from './shown-figures.ts';

/** A row of sums. @param energy exact, in kWh */
function sums(energy: string, change: Partial<FigureSums> = {}): FigureSums {
  return {
    unit: 'kWh',
    sessions: 1,
    energy,
    registers: { t1: '0', t2: '0', t3: '0', t4: '0', rest: energy },
    cost: '0',
    fees: '0',
    unpriced: '0',
    durationMs: 0,
    socGain: '0',
    socSessions: 0,
    rangeGain: '0',
    rangeSessions: 0,
    highestAverageW: null,
    doubtful: 0,
    ...change,
  };
}

test('each figure is the rounding of its own exact value, halves away from zero', () => {
  const own = { cost: '-0.005', durationMs: 90_000, highestAverageW: '10950' };
  expect(shownFigures(sums('1204.565', own))).toMatchObject({
    energy: '1,204.57',
    cost: '-0.01',
    duration: '0 h 02 min',
    highestAverage: '11.0',
    socGain: '–',
  });
});

test('a sentence tells where shown rows do not add up to the shown total', () => {
  const thirds = [sums('0.333333'), sums('0.333333'), sums('0.333334')];
  expect(roundingNote(thirds, [sums('1', { sessions: 3 })], null)).toBe(
    'Each figure is rounded by itself: the rows shown add up to 0.01 kWh less than the total.',
  );
  const halves = [sums('0.5', { cost: '0.005' }), sums('0.5', { cost: '0.005' })];
  expect(roundingNote(halves, [sums('1', { cost: '0.01', sessions: 2 })], 'CHF')).toContain(
    'add up to 0.01 CHF more than the total',
  );
  expect(roundingNote(halves, [sums('1', { cost: '0.01', sessions: 2 })], null)).toBeNull();
});

test('a sentence tells of sessions that count in several rows', () => {
  expect(roundingNote([sums('0.5'), sums('0.5')], [sums('1')], null)).toBe(
    'A session that is split counts in each row that it has a part in, and once in the total.',
  );
});

test('units are compared apart', () => {
  const rows = [sums('0.004'), sums('0.004', { unit: 'Wh' })];
  expect(roundingNote(rows, rows, null)).toBeNull();
});

test('totals of several units are added up but for their energy', () => {
  const all = together([
    sums('1', { cost: '0.1', sessions: 2, highestAverageW: '900', unpriced: '0.5' }),
    sums('1', { unit: null, cost: '0.2', highestAverageW: '11000', durationMs: 60_000 }),
  ]);
  expect(all).toMatchObject({
    sessions: 3,
    cost: '0.3',
    highestAverageW: '11000',
    durationMs: 60_000,
    unpriced: [{ unit: 'kWh', energy: '0.5' }],
  });
});

test('watts are rounded once', () => {
  expect(shownKw('11049')).toBe('11.0');
  expect(shownKw('11050')).toBe('11.1');
});

test('shares of registers add up to 100 percent; registers above the total have none', () => {
  const registers = { t1: '1', t2: '1', t3: '0', t4: '0', rest: '1' };
  expect(registerShares({ registers })).toEqual([
    ['t1', '34 %'],
    ['t2', '33 %'],
    ['none', '33 %'],
  ]);
  expect(registerShares({ registers: { ...registers, rest: '-1' } })).toEqual([]);
});

const HOUR = 3_600_000;

test.each<[string, string | null, number, string | null]>([
  ['22', 'kWh', 2 * HOUR, '11000'],
  ['22000', 'Wh', 2 * HOUR, '11000'],
  ['0.022', 'MWh', 2 * HOUR, '11000'],
  // A third of a kWh in an hour, and two: to the milliwatt, halves up.
  ['1', 'kWh', 3 * HOUR, '333.333'],
  ['2', 'kWh', 3 * HOUR, '666.667'],
  ['0.000001', 'Wh', 2 * HOUR, '0'],
  ['-1', 'kWh', 3 * HOUR, '-333.333'],
  ['60441.935575', 'kWh', 1, '217590968070000'],
  ['22', 'therm', HOUR, null],
  ['22', null, HOUR, null],
  ['22', 'kWh', 0, null],
])('the average power of %s %s in %d ms', (energy, unit, durationMs, expected) => {
  expect(averagePowerW({ energy, unit, durationMs })).toBe(expected);
});
