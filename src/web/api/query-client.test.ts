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

test('any call that finds the session ended reports it; other failures do not', async () => {
  const onSignedOut = vi.fn<() => void>();
  const client = createQueryClient(onSignedOut);
  const read = (error: Error) =>
    client.fetchQuery({
      queryKey: [error.message],
      queryFn: () => {
        throw error;
      },
    });
  await expect(read(problem('forbidden', 403))).rejects.toThrow('forbidden');
  expect(onSignedOut).not.toHaveBeenCalled();
  await expect(read(problem('not_signed_in', 401))).rejects.toThrow('not_signed_in');
  expect(onSignedOut).toHaveBeenCalledTimes(1);
});
