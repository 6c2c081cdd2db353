import { useQuery } from '@tanstack/react-query';
import { entityQuery } from '../../api/directory.ts';
import { EntityLink } from '../../components/entity-name.tsx';

/** An Entity by the name that the directory has for it, if any. */
export function EntityLabel({ id }: { id: string }) {
  const record = useQuery({ ...entityQuery(id), staleTime: 60_000 });
  return <EntityLink id={id} name={record.data?.entity.name ?? null} />;
}
