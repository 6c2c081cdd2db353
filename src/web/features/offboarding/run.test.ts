import { afterEach, expect, test } from 'vitest';
import { uuid } from '../../testing/samples.ts';
import { keepRun, keptRun, newRun, withItem } from './run.ts';

afterEach(() => sessionStorage.clear());

test('an Entity with a Pending request is not asked for again', () => {
  const run = newRun([uuid(1), uuid(2)], (id) => (id === uuid(2) ? uuid(9) : null));
  expect(run.map(({ state, requestId }) => [state, requestId])).toEqual([
    ['waiting', null],
    ['already', uuid(9)],
  ]);
});

test('a run goes on after a reload; what was on its way then is unknown, never waiting', () => {
  const run = newRun([uuid(1), uuid(2), uuid(3)], () => null);
  const left = withItem(withItem(run, uuid(1), { state: 'created' }), uuid(2), {
    state: 'sending',
  });
  keepRun(left);
  expect(keptRun().map(({ state }) => state)).toEqual(['created', 'unknown', 'waiting']);
  keepRun([]);
  expect(keptRun()).toEqual([]);
  sessionStorage.setItem('gridhelm-offboarding-run', '[{"entityId":1}]');
  expect(keptRun()).toEqual([]);
});
