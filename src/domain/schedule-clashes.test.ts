import { expect, test } from 'vitest';
import { clashesWithin } from './schedule-clashes.ts';

const item = (type: string, time: string, value: string | null = null) => ({
  type,
  value,
  triggerTime: `2099-01-01T${time}Z`,
});

test('the same Command at the same second clashes, however its value is written', () => {
  expect(
    clashesWithin([
      item('LimitFeedIn', '02:00:00', '5000'),
      item('LimitFeedIn', '02:00:00.900', '5000.0'),
      item('LimitFeedIn', '02:00:00', '6000'),
      item('LimitFeedIn', '02:00:01', '5000'),
    ]),
  ).toEqual([{ index: 1, earlier: 0, kind: 'same' }]);
});

test('a Command and its opposite clash only at the same second', () => {
  expect(
    clashesWithin([
      item('StopCharging', '02:00:00'),
      item('StartCharging', '06:00:00'),
      null,
      item('Reset', '02:00:00'),
      item('StartCharging', '02:00:00'),
    ]),
  ).toEqual([{ index: 4, earlier: 0, kind: 'opposite' }]);
});
