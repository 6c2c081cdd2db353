import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { collectivesQuery } from './directory.ts';

/** Names of the Collectives in the directory. */
export function useCollectiveNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(collectivesQuery);
  return useMemo(
    () => new Map((data?.collectives ?? []).map(({ id, name }) => [id, name])),
    [data],
  );
}
