import { useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { EntityLink } from '../../components/entity-name.tsx';

/** An Entity by its name in the directory, if any. */
export function EntityLabel({ id }: { id: string }) {
  const record = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id } }));
  return <EntityLink id={id} name={record.data?.entity.name ?? null} />;
}
