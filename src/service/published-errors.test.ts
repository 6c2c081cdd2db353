import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAILURES } from './errors.ts';

test('the guide lists every failure of the service, as answered', () => {
  const guide = readFileSync(new URL('../../docs/embedded-service.md', import.meta.url), 'utf8');
  const listed = [...guide.matchAll(/^\| (\d{3}) +\| `(\w+)` +\| ([^|]+?) +\| [^|]+\|$/gm)];
  expect(
    listed.map(([, status, code, description]) => [Number(status), code, description]),
  ).toEqual(Object.values(FAILURES).map((failure) => [...failure]));
});
