import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAnotherOperator, isSignedOut, RETRY_DELAY_MS, shouldRetryRead } from './client.ts';
import { invalidateTopics } from './stale.ts';

/** Reads everything on screen again. */
export function readAllAgain(client: QueryClient): void {
  void client.invalidateQueries();
}

/**
 * Creates the query cache.
 * @param onSessionLost called with the failure when any call finds that the session has ended or is another
 *   operator's
 */
export function createQueryClient(onSessionLost: (thrown: unknown) => void): QueryClient {
  const onError = (thrown: unknown): void => {
    if (isSignedOut(thrown) || isAnotherOperator(thrown)) onSessionLost(thrown);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      // Also after a failure: the change may have happened all the same.
      onSettled: (_answer, _error, _input, _result, { meta }) =>
        invalidateTopics(client, meta?.touches ?? []),
    }),
    defaultOptions: {
      // Offline must show as a failure with the old data kept, not as a read that never starts.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: shouldRetryRead,
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
