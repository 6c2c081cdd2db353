import { describe, expect, test } from 'vitest';
import type { ReportSums } from '../../contract/console/report-result.ts';
import { registerShares, shownKw, shownRows, shownTotal } from './shown-sums.ts';

function sums(key: string, energy: string, change: Partial<ReportSums> = {}) {
  return {
    key,
    unit: 'kWh',
    sessions: 1,
    energy,
    registers: { t1: '0', t2: '0', t3: '0', t4: '0', rest: energy },
    cost: '0',
    unpriced: '0',
    durationMs: 0,
    socGain: '0',
    socSessions: 0,
    rangeGain: '0',
    rangeSessions: 0,
    peakPowerW: null,
    ...change,
  };
}

const hundredths = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);

describe('shownRows', () => {
  const rows = [sums('b', '0.333333'), sums('a', '0.333333'), sums('c', '0.333334')];

  test('displayed rows add up to the displayed total', () => {
    const shown = shownRows(rows, true).map(({ energy }) => energy);
    expect(shown).toEqual(['0.33', '0.33', '0.34']);
    expect(shownTotal(sums('', '1')).energy).toBe('1.00');
  });

  test('for any hundred amounts, in every column', () => {
    const many = Array.from({ length: 100 }, (_, at) => {
      const part = String((at * 7919 + 12345) % 999_983).padStart(6, '0');
      return sums(`k${String(at).padStart(3, '0')}`, `${at % 7}.${part}`, {
        cost: `0.${part}`,
        durationMs: at * 12_345 + 7,
      });
    });
    const micros = many.reduce((all, { energy }) => all + BigInt(energy.replace('.', '')), 0n);
    const total = sums(
      '',
      `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`,
    );
    const shown = shownRows(many, true);
    expect(shown.reduce((all, { energy }) => all + hundredths(energy), 0)).toBe(
      hundredths(shownTotal(total).energy),
    );
    const minutes = (text: string) => {
      const [, hours = '0', rest = '0'] = /^([\d,]+) h (\d+) min$/.exec(text) ?? [];
      return Number(hours.replaceAll(',', '')) * 60 + Number(rest);
    };
    const durationMs = many.reduce((all, row) => all + row.durationMs, 0);
    expect(shown.reduce((all, row) => all + minutes(row.duration), 0)).toBe(
      Math.round(durationMs / 60_000),
    );
  });

  test('the order of the rows changes no digit', () => {
    const halves = [sums('b', '0.005'), sums('a', '0.005')];
    expect(shownRows(halves, true).map(({ energy }) => energy)).toEqual(['0.00', '0.01']);
    const turned = halves.toReversed();
    expect(shownRows(turned, true).map(({ energy }) => energy)).toEqual(['0.01', '0.00']);
  });

  test('each unit is rounded separately', () => {
    const mixed = [sums('a', '0.005'), sums('a', '0.005', { unit: 'MWh' })];
    expect(shownRows(mixed, true).map(({ energy }) => energy)).toEqual(['0.01', '0.01']);
  });

  test('all decimals are shown if more rows follow', () => {
    expect(shownRows([sums('a', '1234.5')], false)[0]).toMatchObject({ energy: '1,234.5' });
  });
});

test('an amount that no session has is a dash, not a zero', () => {
  expect(shownTotal(sums('', '1'))).toMatchObject({ socGain: '–', rangeGain: '–', peakPower: '–' });
  expect(shownTotal(sums('', '1', { socSessions: 2, socGain: '41.25' })).socGain).toBe('41.3');
});

test('power in kW, average from energy and duration', () => {
  expect(shownKw('11049.9')).toBe('11.0');
  expect(shownTotal(sums('', '11', { durationMs: 7_200_000 })).averagePower).toBe('5.5');
});

describe('registerShares', () => {
  const of = (t1: string, t2: string, rest = '0') =>
    registerShares({ registers: { t1, t2, t3: '0', t4: '0', rest } });

  test('whole percent that add up to 100', () => {
    expect(of('1', '1', '1')).toEqual([
      ['t1', '34 %'],
      ['t2', '33 %'],
      ['none', '33 %'],
    ]);
  });

  test('empty if the registers are empty or exceed the total', () => {
    expect(of('0', '0', '5')).toEqual([]);
    expect(of('6', '0', '-1')).toEqual([]);
  });
});
