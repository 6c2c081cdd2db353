import { expect, test } from 'vitest';
import { problem } from '../testing/samples.ts';
import { ApiError } from './client.ts';
import { isConflict, mayBeDone } from './unsafe-outcome.ts';

test.each([
  ['no answer came', new ApiError('network', 'reset'), true],
  ['an answer that cannot be read', new ApiError('unreadable', 'odd', 200), true],
  ['the Service took too long', problem('upstream_timeout', 504), true],
  ['the Service is unavailable', problem('upstream_unavailable', 502), true],
  ['an unknown code', problem('something_new', 500), true],
  ['the Service refused', problem('upstream_refused', 409), false],
  ['the role does not permit it', problem('forbidden', 403), false],
  ['the page itself failed before it asked', new TypeError('x'), false],
])('%s', (_, thrown, expected) => {
  expect(mayBeDone(thrown)).toBe(expected);
});

test('only the status of the Service makes a conflict', () => {
  const refused = (upstreamStatus: number | null) =>
    new ApiError('problem', 'upstream_refused', 409, {
      code: 'upstream_refused',
      source: 'service',
      errors: [],
      upstreamStatus,
      requestId: 'r',
    });
  expect(isConflict(refused(409))).toBe(true);
  expect(isConflict(refused(400))).toBe(false);
  expect(isConflict(problem('forbidden', 403))).toBe(false);
});
