import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DIRECTORY_ROUTES } from '../../contract/console/directory-routes.ts';
import { query } from './query.ts';

/** Names a Collective by its id, also one that is not in the directory. */
export function useCollectiveWords(): (id: string) => string {
  const { data } = useQuery(query(DIRECTORY_ROUTES.collectives));
  const names = useCollectiveNames();
  return (id) =>
    names.get(id) ?? (data === undefined ? 'a Collective' : `an unknown Collective (${id})`);
}

/** Names of the Collectives in the directory. */
export function useCollectiveNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(query(DIRECTORY_ROUTES.collectives));
  return useMemo(
    () => new Map((data?.collectives ?? []).map(({ id, name }) => [id, name])),
    [data],
  );
}
