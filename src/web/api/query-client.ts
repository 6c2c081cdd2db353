import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Whether a failure means that no operator is signed in. */
export function isSignedOut(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.problem?.code === 'not_signed_in';
}

/** Reads are retried once if that can help; refusals are not. */
export function shouldRetryRead(failures: number, thrown: Error): boolean {
  if (failures >= 1 || !(thrown instanceof ApiError)) return false;
  return thrown.kind === 'network' || (thrown.status !== null && thrown.status >= 502);
}

/** Reads everything on screen again. */
export function readAllAgain(client: QueryClient): void {
  void client.invalidateQueries();
}

/**
 * Creates the query cache.
 * @param onSignedOut called when any call finds that the session has ended
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (thrown: unknown): void => {
    if (isSignedOut(thrown)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Offline must show as a failure with the old data kept, not as a read that never starts.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: shouldRetryRead,
        retryDelay: 600,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
