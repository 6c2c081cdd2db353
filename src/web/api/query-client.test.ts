import { expect, test, vi } from 'vitest';
import { problem } from '../testing/samples.ts';
import { ApiError, shouldRetryRead } from './client.ts';
import { createQueryClient } from './query-client.ts';

test('a read is retried once if that can help, and never after a refusal', () => {
  expect(shouldRetryRead(0, new ApiError('network', 'reset'))).toBe(true);
  expect(shouldRetryRead(0, problem('upstream_unavailable', 502))).toBe(true);
  expect(shouldRetryRead(1, new ApiError('network', 'reset'))).toBe(false);
  expect(shouldRetryRead(0, problem('forbidden', 403))).toBe(false);
  expect(shouldRetryRead(0, new Error('x'))).toBe(false);
});

test('any call that finds the session ended or another operator’s reports it; other failures do not', async () => {
  const onSessionLost = vi.fn<(thrown: unknown) => void>();
  const client = createQueryClient(onSessionLost);
  const read = (error: Error) =>
    client.fetchQuery({
      queryKey: [error.message],
      queryFn: () => {
        throw error;
      },
    });
  await expect(read(problem('forbidden', 403))).rejects.toThrow('forbidden');
  expect(onSessionLost).not.toHaveBeenCalled();
  const lost = [problem('not_signed_in', 401), problem('another_operator', 409)];
  for (const failure of lost) await expect(read(failure)).rejects.toThrow(failure.message);
  expect(onSessionLost.mock.calls).toEqual(lost.map((failure) => [failure]));
});
