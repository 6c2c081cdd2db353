import { expect, test } from 'vitest';
import { readTime } from './clock-time.ts';

test.each([
  ['14:30', '14:30'],
  [' 9:05 ', '09:05'],
  ['9.05', '09:05'],
  ['930', '09:30'],
  ['1430', '14:30'],
  ['00:00', '00:00'],
  ['22:00:30', '22:00:30'],
  ['22:00:30.250', '22:00:30.250'],
  ['14.30', '14:30'],
  ['14.30.15', '14:30:15'],
  ['14:30:00', '14:30'],
  ['14:30:15,1234567', '14:30:15.123'],
])('%s is a time of day', (text, time) => {
  expect(readTime(text)).toBe(time);
});

const UNCLEAR = '|14|14.3|14,30|14:30.15|24:00|12:60|2 pm|02:30 AM|14:3|143000|12:30:61|-1:30';

test.each(UNCLEAR.split('|'))('%s is not clearly a time of day', (text) => {
  expect(readTime(text)).toBeNull();
});
