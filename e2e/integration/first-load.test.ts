import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { built } from '../../src/bench/programs.ts';
import { FIRST_LOAD_BUDGET, firstLoadBytes, firstLoadFiles } from '../../src/bench/first-load.ts';

test('the first load of the Collectives stays within its budget', () => {
  expect(firstLoadFiles().some((file) => file.includes('collectives'))).toBe(true);
  expect(firstLoadBytes()).toBeLessThanOrEqual(FIRST_LOAD_BUDGET);
});

describe('the fonts', () => {
  const assets = built('web/assets');
  const latin = readdirSync(assets).filter((file) => /-latin-wght-normal-.*\.woff2$/.test(file));

  test('that every page needs are two files of 120 kB at most together', () => {
    expect(latin).toHaveLength(2);
    const bytes = latin.reduce((sum, file) => sum + statSync(path.join(assets, file)).size, 0);
    expect(bytes).toBeLessThanOrEqual(120_000);
  });

  test('load with the page, from the console itself', () => {
    const page = readFileSync(built('web/index.html'), 'utf8');
    const preloads = [...page.matchAll(/rel="preload"\s+href="\.\/assets\/([^"]+)"/g)];
    expect(preloads.map(([, file]) => file)).toEqual(
      latin.filter((file) => file.startsWith('inter-')),
    );
    const styles = readdirSync(assets).filter((file) => file.endsWith('.css'));
    const inlined = styles.filter((file) =>
      readFileSync(path.join(assets, file), 'utf8').includes('url(data:font'),
    );
    expect(inlined).toEqual([]);
  });
});
