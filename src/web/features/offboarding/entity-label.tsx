import { useQuery } from '@tanstack/react-query';
import { entityQuery } from '../../api/directory.ts';
import { EntityLink } from '../../components/entity-name.tsx';

/** An Entity by its name in the directory, if any. */
export function EntityLabel({ id }: { id: string }) {
  const record = useQuery({ ...entityQuery(id), staleTime: 60_000 });
  return <EntityLink id={id} name={record.data?.entity.name ?? null} />;
}
