import { expect, test } from 'vitest';
import { rowsInView } from './use-row-window.ts';

test('what is in view is drawn, with rows beyond each edge', () => {
  for (const scrollTop of [0, 1, 250, 3599, 3600, 123_456]) {
    const { first, end } = rowsInView(scrollTop, 600, 36);
    expect(first * 36).toBeLessThanOrEqual(scrollTop);
    expect(end * 36).toBeGreaterThanOrEqual(scrollTop + 600);
    expect(end - first).toBeLessThan(80);
  }
});

test('a little scrolling draws nothing anew', () => {
  expect(rowsInView(36, 576, 36)).toEqual(rowsInView(40, 576, 36));
});
