import { expect, test } from 'vitest';
import { unrequestedOf } from './requested-commands.ts';

const STOP = { type: 'StopCharging', value: null };
const LIMIT = { type: 'LimitFeedIn', value: '5000' };

/** The positions of the unrequested ones among the Commands of an answer. */
function positions(
  items: Parameters<typeof unrequestedOf>[0],
  commands: { entityId?: string; type: string | null; value?: string | null }[],
) {
  const all = commands.map((each) => ({ entityId: 'a', value: null, ...each }));
  const unrequested = unrequestedOf(items, all);
  return all.flatMap((each, at) => (unrequested.has(each) ? [at] : []));
}

test('another type, or another value, was not requested', () => {
  expect(positions([STOP], [{ type: 'StartCharging' }])).toEqual([0]);
  expect(positions([LIMIT], [{ type: 'LimitFeedIn', value: '999999' }])).toEqual([0]);
});

test('the same value in another notation, and what the Service leaves out, do not contradict', () => {
  expect(positions([LIMIT], [{ type: 'LimitFeedIn', value: ' 5000.0' }])).toEqual([]);
  expect(positions([LIMIT], [{ type: 'LimitFeedIn' }])).toEqual([]);
  expect(positions([STOP], [{ type: null }])).toEqual([]);
  expect(positions([STOP], [{ type: 'StopCharging', value: '0' }])).toEqual([]);
});

test('a second Command for one Entity is requested only by a second item', () => {
  const twice = [{ type: 'StopCharging' }, { type: 'StopCharging' }];
  expect(positions([STOP], twice)).toEqual([1]);
  expect(positions([STOP, STOP], twice)).toEqual([]);
  expect(
    positions([STOP], [{ type: 'StopCharging' }, { entityId: 'b', type: 'StopCharging' }]),
  ).toEqual([]);
  expect(positions([STOP, LIMIT], [{ type: 'LimitFeedIn', value: '5000' }, ...twice])).toEqual([2]);
});
