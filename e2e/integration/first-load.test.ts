import { describe, expect, test } from 'vitest';
import { FIRST_LOADS, firstLoadBytes, firstLoadChunks } from '../../src/bench/first-load.ts';

const PAGES = [
  ['collectives', 'src/web/features/directory/collectives-page.tsx'],
  ['signIn', 'src/web/features/session/sign-in-page.tsx'],
] as const;

describe.each(PAGES)('the first load of %s', (page, view) => {
  const modules = firstLoadChunks(page).flatMap((chunk) => chunk.modules);

  test('holds the page', () => {
    expect(modules).toContain(view);
    expect(modules).toContain('src/web/main.tsx');
  });

  test('stays within its budget', () => {
    expect(firstLoadBytes(page)).toBeLessThanOrEqual(FIRST_LOADS[page].budget);
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
