import { describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { UpstreamFault } from '../../http/fault.ts';
import { boundedLifeS, createTokenSource, type FreshToken } from './token-source.ts';

function scripted(lifeS: unknown = 3600) {
  const clock = manualClock();
  let asked = 0;
  let fail = false;
  const fetchToken = async (): Promise<FreshToken> => {
    asked += 1;
    await Promise.resolve();
    if (fail) throw new UpstreamFault('token', 'away');
    return { token: `token-${asked}`, expiresIn: lifeS };
  };
  const source = createTokenSource(fetchToken, clock, () => 1);
  return { clock, source, asked: () => asked, failing: (value: boolean) => (fail = value) };
}

describe('the token source', () => {
  test('200 cold callers cause one request', async () => {
    const { source, asked } = scripted();
    const tokens = await Promise.all(Array.from({ length: 200 }, () => source.get()));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(asked()).toBe(1);
  });

  test('a failure gives all callers the same fault, and the next try waits longer each time', async () => {
    const { source, asked, clock, failing } = scripted();
    failing(true);
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => source.get()));
    const faults = settled.map((each) => (each.status === 'rejected' ? each.reason : null));
    expect(new Set(faults).size).toBe(1);
    expect(asked()).toBe(1);
    await expect(source.get()).rejects.toMatchObject({ kind: 'token', retryAfterS: 1 });
    expect(asked()).toBe(1);
    clock.advance(500);
    await expect(source.get()).rejects.toThrow('away');
    expect(asked()).toBe(2);
    clock.advance(500);
    await expect(source.get()).rejects.toThrow('away');
    expect(asked()).toBe(2);
    clock.advance(500);
    failing(false);
    expect(await source.get()).toBe('token-3');
  });

  test('is renewed before its end, while the old token still serves', async () => {
    const { source, asked, clock } = scripted(3600);
    await source.get();
    clock.advance(3539_000);
    expect(await source.get()).toBe('token-1');
    expect(asked()).toBe(1);
    clock.advance(1000);
    expect(await source.get()).toBe('token-1');
    expect(asked()).toBe(2);
    await expect.poll(() => source.get()).toBe('token-2');
  });

  test('ignores a failed early renewal until the token expires', async () => {
    const { source, clock, failing } = scripted(3600);
    await source.get();
    failing(true);
    clock.advance(3550_000);
    expect(await source.get()).toBe('token-1');
    clock.advance(60_000);
    await expect(source.get()).rejects.toThrow('away');
  });

  test('forgets only the token that was rejected', async () => {
    const { source, asked } = scripted();
    const first = await source.get();
    source.invalidate(first);
    const second = await source.get();
    source.invalidate(first);
    expect(await source.get()).toBe(second);
    expect(asked()).toBe(2);
  });
});

test.each([
  [undefined, 300],
  [null, 300],
  ['soon', 300],
  ['', 300],
  [Number.NaN, 300],
  [0, 10],
  [-5, 10],
  ['3599', 3599],
  [3599, 3599],
  [1e12, 86_400],
  [Number.POSITIVE_INFINITY, 86_400],
])('expires_in %s lives %i s', (given, life) => {
  expect(boundedLifeS(given)).toBe(life);
});
