import { expect, test } from 'vitest';
import { TooManyRequests } from '../errors.ts';
import { makeRateLimit } from './rate-limit.ts';

function refusal(act: () => void): TooManyRequests | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof TooManyRequests) return error;
    throw error;
  }
}

test('a client may send one second of requests at once, then at the rate', () => {
  let nowMs = 0;
  const limit = makeRateLimit(4, () => nowMs);
  const admitted = (client: string, attempts: number) =>
    Array.from({ length: attempts }, () => refusal(() => limit.take(client))).filter(
      (refused) => refused === null,
    ).length;
  expect(admitted('a', 10)).toBe(4);
  expect(admitted('b', 10)).toBe(4);
  nowMs += 500;
  expect(admitted('a', 10)).toBe(2);
  nowMs += 60_000;
  expect(admitted('a', 10)).toBe(4);
});

test('returns the wait in whole seconds, at least one', () => {
  const limit = makeRateLimit(2, () => 0);
  limit.take('a');
  limit.take('a');
  expect(refusal(() => limit.take('a'))?.retryAfterS).toBe(1);
  expect(refusal(() => limit.take('a'))?.status).toBe(429);
});

test('there is no limit by default', () => {
  const limit = makeRateLimit(null, () => 0);
  for (let at = 0; at < 1000; at += 1) expect(refusal(() => limit.take('a'))).toBeNull();
});
