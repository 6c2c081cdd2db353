import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { collectivesQuery } from '../../api/directory.ts';
import type { Names } from './group-labels.ts';

/** Names of the Collectives in the directory. */
export function useCollectiveNames(): Names {
  const { data } = useQuery(collectivesQuery);
  return useMemo(
    () => new Map((data?.collectives ?? []).map(({ id, name }) => [id, name])),
    [data],
  );
}
