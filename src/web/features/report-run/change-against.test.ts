import { expect, test } from 'vitest';
import type { ReportBefore } from '../../../contract/console/report-before.ts';
import { FLAT_TARIFF, reportRun, reportSums } from '../../testing/report-samples.ts';
import { saidChange } from './change-against.ts';

const RUN = reportRun({ tariff: FLAT_TARIFF });
const JANUARY = { from: '2026-01-01', to: '2026-01-31' } as const;
const known = (...totals: ReturnType<typeof reportSums>[]): ReportBefore => ({
  ...JANUARY,
  state: 'known',
  totals,
  provisionalFrom: null,
});
const NOW = reportSums('112', { sessions: 3, cost: '30.24', durationMs: 5_400_000 });
const THEN = reportSums('100', { sessions: 4, cost: '27', durationMs: 5_400_000 });

test('each figure is compared with the earlier one in the same unit', () => {
  const before = known(reportSums('1', { unit: 'Wh' }), THEN);
  const said = (figure: Parameters<typeof saidChange>[3]) => saidChange(RUN, before, NOW, figure);
  const text = 'against Jan 2026';
  expect(said('energy')).toEqual({
    change: { direction: 'up', percent: '12.0 %' },
    text,
    hint: 'Jan 2026: 100 kWh.',
  });
  expect(said('sessions')).toEqual({
    change: { direction: 'down', percent: '25.0 %' },
    text,
    hint: 'Jan 2026: 4 sessions.',
  });
  expect(said('cost')).toEqual({
    change: { direction: 'up', percent: '12.0 %' },
    text,
    hint: 'Jan 2026: 27.00 CHF.',
  });
  expect(said('duration')).toEqual({
    change: { direction: 'same', percent: '0 %' },
    text,
    hint: 'Jan 2026: 1 h 30 min.',
  });
});

test('says that there was nothing before, without a percentage', () => {
  const none = { change: null, text: 'none in Jan 2026' };
  expect(saidChange(RUN, known(), NOW, 'energy')).toMatchObject(none);
  expect(saidChange(RUN, known(reportSums('0')), NOW, 'energy')).toEqual({
    ...none,
    hint: 'Jan 2026: 0 kWh.',
  });
});

test('costs are compared only if all energy had a price', () => {
  for (const [then, now] of [
    [{ ...THEN, unpriced: '60' }, NOW],
    [THEN, { ...NOW, unpriced: '60' }],
  ] as const) {
    expect(saidChange(RUN, known(then), now, 'cost').change).toBeNull();
    expect(saidChange(RUN, known(then), now, 'cost').hint).toContain('60.00 kWh');
    expect(saidChange(RUN, known(then), now, 'energy').change).not.toBeNull();
  }
});

test('figures that may still grow are compared "so far"', () => {
  const run = { ...RUN, provisionalFrom: '2026-02-26T23:00:00Z' };
  const before = known(THEN);
  expect(saidChange(run, before, NOW, 'energy')).toMatchObject({
    text: 'so far against Jan 2026',
    hint: 'Jan 2026: 100 kWh. Figures of this report may still grow.',
  });
  const grown = { ...before, provisionalFrom: '2026-01-30T23:00:00Z' };
  expect(saidChange(RUN, grown, NOW, 'energy').hint).toContain('may have grown since');
});

test('explains why there is no comparison', () => {
  const late = { entities: 2, from: '2026-01-09T23:00:00Z' };
  const unknown = (entitiesUnread: number, knownLate: typeof late | null) =>
    ({ ...JANUARY, state: 'unknown', entitiesUnread, knownLate }) as const;
  expect(saidChange(RUN, unknown(1, null), NOW, 'energy')).toEqual({
    change: null,
    text: 'Jan 2026 not fully known',
    hint: 'Not all sessions of Jan 2026 were read for 1 Entity.',
  });
  expect(saidChange(RUN, unknown(0, late), NOW, 'energy').hint).toBe(
    'Sessions of 2 Entities are known only from 10 Jan 2026.',
  );
  const tooMany = { ...JANUARY, state: 'too-many', most: 200_000 } as const;
  expect(saidChange(RUN, tooMany, NOW, 'energy')).toMatchObject({
    change: null,
    text: 'not compared with Jan 2026',
    hint: 'There are more than 200,000 sessions in Jan 2026. Make a report of that period instead.',
  });
});
