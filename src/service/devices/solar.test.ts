import { describe, expect, test } from 'vitest';
import { availableW, feedInW, peakW, plantOutput, sunHeight } from './solar.ts';

const at = (text: string) => Date.parse(text);
const degrees = (sine: number) => (Math.asin(sine) * 180) / Math.PI;
const ROTTERDAM = [51.92, 4.48] as const;
const beja = { id: 'beja', latitude: 38.0151, longitude: -7.8632 };
const FREE = { connected: true, limitW: null };

/** The output of a plant in a day, in Wh. */
function dayWh(plant: typeof beja, date: string): number {
  let sum = 0;
  for (let minute = 0; minute < 1440; minute += 10) {
    sum += availableW(1, plant, at(`${date}T00:00:00Z`) + minute * 60_000) / 6;
  }
  return sum;
}

describe('the sun', () => {
  test('has the right elevation at noon by latitude and season', () => {
    expect(degrees(sunHeight(0, 0, at('2026-03-20T12:07:00Z')))).toBeGreaterThan(89);
    // 90 - latitude + declination: 61.5 degrees at midsummer, 14.6 at midwinter.
    expect(degrees(sunHeight(...ROTTERDAM, at('2026-06-21T11:44:00Z')))).toBeCloseTo(61.5, 0);
    expect(degrees(sunHeight(...ROTTERDAM, at('2026-12-21T11:40:00Z')))).toBeCloseTo(14.6, 0);
    expect(degrees(sunHeight(-33.9, 18.4, at('2026-12-21T10:44:00Z')))).toBeCloseTo(79.5, 0);
  });

  test('rises and sets by the almanac, and never in the polar night', () => {
    // Rotterdam, 21 June 2026: sunrise 03:22 and sunset 20:06 UTC.
    expect(sunHeight(...ROTTERDAM, at('2026-06-21T03:10:00Z'))).toBeLessThan(0);
    expect(sunHeight(...ROTTERDAM, at('2026-06-21T03:40:00Z'))).toBeGreaterThan(0);
    expect(sunHeight(...ROTTERDAM, at('2026-06-21T19:50:00Z'))).toBeGreaterThan(0);
    expect(sunHeight(...ROTTERDAM, at('2026-06-21T20:20:00Z'))).toBeLessThan(0);
    expect(sunHeight(70, 25, at('2026-12-21T10:20:00Z'))).toBeLessThan(0);
  });

  test('is highest later in the west', () => {
    expect(sunHeight(40, -90, at('2026-03-20T18:00:00Z'))).toBeGreaterThan(
      sunHeight(40, -90, at('2026-03-20T12:00:00Z')),
    );
  });
});

describe('a plant', () => {
  test('produces nothing at night, at most its peak at noon, and more in summer', () => {
    expect(availableW(1, beja, at('2026-06-21T02:00:00Z'))).toBe(0);
    const noon = availableW(1, beja, at('2026-06-21T12:35:00Z'));
    expect(noon).toBeGreaterThan(0);
    expect(noon).toBeLessThanOrEqual(peakW(1, 'beja'));
    const week = (month: string) =>
      [10, 11, 12, 13, 14, 15, 16].reduce((sum, day) => sum + dayWh(beja, `${month}-${day}`), 0);
    expect(week('2026-06')).toBeGreaterThan(1.5 * week('2026-12'));
  });

  test('feeds in at most its limit, and nothing while disconnected', () => {
    const noon = at('2026-06-21T12:35:00Z');
    const free = feedInW(1, beja, FREE, noon);
    expect(free).toBe(availableW(1, beja, noon));
    expect(feedInW(1, beja, { connected: true, limitW: 1000 }, noon)).toBe(1000);
    expect(feedInW(1, beja, { connected: true, limitW: 10 * free }, noon)).toBe(free);
    expect(feedInW(1, beja, { connected: false, limitW: null }, noon)).toBe(0);
  });

  test.each([
    [[], FREE],
    [['LimitFeedIn 500'], { connected: true, limitW: 500 }],
    [['LimitFeedIn 500', 'LimitFeedIn 0'], { connected: true, limitW: 0 }],
    [['StopFeedIn'], { connected: true, limitW: 0 }],
    [['Disconnect', 'LimitFeedIn 70'], { connected: false, limitW: 70 }],
    [['LimitFeedIn 500', 'Disconnect', 'Reset'], FREE],
  ])('after %j: %j', (controls, output) => {
    expect(
      plantOutput(
        controls.map((control) => {
          const [type = '', value = null] = control.split(' ');
          return { type, value };
        }),
      ),
    ).toEqual(output);
  });
});
