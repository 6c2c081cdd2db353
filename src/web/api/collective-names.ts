import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DIRECTORY_ROUTES } from '../../contract/console/directory-routes.ts';
import { query } from './query.ts';

/** Names of the Collectives in the directory. */
export function useCollectiveNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(query(DIRECTORY_ROUTES.collectives));
  return useMemo(
    () => new Map((data?.collectives ?? []).map(({ id, name }) => [id, name])),
    [data],
  );
}
