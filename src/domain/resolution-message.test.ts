import { expect, test } from 'vitest';
import type { Resolution } from '../contract/console/resolution.ts';
import { resolutionMessage } from './resolution-message.ts';

const NONE = { certain: 0, probable: 0, none: 0, unchecked: 0 };

test.each<[Resolution['verdict'], Partial<Resolution['counts']>, string]>([
  [null, { none: 1, unchecked: 2 }, 'Reading Commands: 1 of 3 Entities read so far.'],
  ['landed', { certain: 2 }, 'Landed on all of 2 Entities.'],
  ['none', { none: 1 }, 'Not found on any of 1 Entity.'],
  ['too-early', { none: 2 }, 'Not found on any of 2 Entities so far. The Service may still lag.'],
  ['partly', { certain: 1, none: 1 }, 'Landed on 1 of 2 Entities, 1 not found.'],
  [
    'incomplete',
    { none: 1, unchecked: 1 },
    'Known to have landed on 0 of 2 Entities, 1 not found, 1 could not be checked.',
  ],
  ['probable', { certain: 1, probable: 1 }, 'Known to have landed on 1 of 2 Entities, 1 probable.'],
  ['none', {}, 'No Entities were known at the send, so nothing can be checked.'],
])('a check with the result %s of %o', (verdict, found, message) => {
  const counts = { ...NONE, ...found };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(resolutionMessage({ verdict, total, counts })).toBe(message);
});
