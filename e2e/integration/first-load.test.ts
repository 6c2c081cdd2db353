import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { built } from '../../src/bench/programs.ts';
import { FIRST_LOADS, firstLoadBytes, firstLoadChunks } from '../../src/bench/first-load.ts';

const PAGES = [
  ['collectives', 'src/web/main.tsx', 'src/web/features/directory/collectives-page.tsx'],
  ['signIn', 'src/web/start-sign-in.tsx', 'src/web/features/session/sign-in-page.tsx'],
] as const;

describe.each(PAGES)('the first load of %s', (page, entry, view) => {
  const modules = firstLoadChunks(page).flatMap((chunk) => chunk.modules);

  test('holds the page', () => {
    expect(modules).toContain(view);
    expect(modules).toContain(entry);
  });

  test('stays within its budget', () => {
    expect(firstLoadBytes(page)).toBeLessThanOrEqual(FIRST_LOADS[page].budget);
  });

  test('holds only the schemas of its calls, not the tables of all routes and endpoints', () => {
    expect(modules).toContain('src/contract/console/session-routes.ts');
    const tables = ['console/routes', 'console/report-routes', 'console/batch', 'endpoints'];
    const others = page === 'signIn' ? tables : ['console/routes', 'console/report-routes'];
    expect(others.filter((table) => modules.includes(`src/contract/${table}.ts`))).toEqual([]);
  });

  test('holds no module twice', () => {
    expect(modules.filter((module, at) => modules.indexOf(module) !== at)).toEqual([]);
  });

  test('holds one build of zod, and no calendar', () => {
    const zod = modules.filter((module) => module.includes('node_modules/zod/'));
    const build = /^node_modules\/zod\/v4\/(?:(?:classic|core)\/[a-z-]+|locales\/en)\.js$/;
    expect(zod.length).toBeGreaterThan(0);
    expect(zod.filter((module) => !build.test(module))).toEqual([]);
    expect(modules.filter((module) => module.includes('temporal-polyfill'))).toEqual([]);
  });
});

describe('the first load of signIn', () => {
  const modules = firstLoadChunks('signIn').flatMap((chunk) => chunk.modules);

  test('has no router, no query cache, and nothing of the frame', () => {
    const parts = /@tanstack|features[/](?!session)|routeTree|web[/](?:main|router|draw-console)/;
    expect(modules.filter((module) => parts.test(module))).toEqual([]);
  });
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
    const preloads = [...page.matchAll(/rel="preload"\s+href="\/assets\/([^"]+)"/g)];
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
