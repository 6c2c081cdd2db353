import { expect, test } from 'vitest';
import { lightMeans, provisionalCells } from './provisional-bars.tsx';

const bars = ['2026-03-01', '2026-03-02', '2026-03-03'].map((date) => ({ date }));
const opacities = (of: Parameters<typeof provisionalCells>[0]) =>
  provisionalCells(of).map(({ props }) => props.opacity);

test('provisional days are lighter, and the text gives the first one', () => {
  const of = { bars, grain: 'day', provisionalFrom: '2026-03-02' } as const;
  expect(opacities(of)).toEqual([1, 0.4, 0.4]);
  expect(lightMeans(of)).toBe('Light: provisional from 2 Mar 2026 on.');
});

test('a week with a provisional day is provisional; a complete period has no text', () => {
  const weeks = [{ date: '2026-02-23' }, { date: '2026-03-02' }];
  expect(opacities({ bars: weeks, grain: 'week', provisionalFrom: '2026-03-08' })).toEqual([
    1, 0.4,
  ]);
  for (const provisionalFrom of ['2026-03-04', null]) {
    const of = { bars, grain: 'day', provisionalFrom } as const;
    expect(opacities(of)).toEqual([1, 1, 1]);
    expect(lightMeans(of)).toBeNull();
  }
});
