import { expect, test } from 'vitest';
import { CODE_MISSING, nameMissingCode } from './page-code.ts';

test('a failed fetch of code gets words of its own, which the router does not answer with a reload', () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: /assets/map.js');
  nameMissingCode(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(payload.message).toBe(CODE_MISSING);
  expect(payload.message).not.toMatch(/module/i);
});
