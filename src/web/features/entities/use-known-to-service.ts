import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { isNotFound } from '../../api/client.ts';
import { query } from '../../api/query.ts';

/**
 * Whether the Service may know an Entity: it is asked only if the directory has no record.
 * @param directoryError why the directory's record could not be read, or null
 * @returns undefined while the Service is asked
 */
export function useKnownToService(entityId: string, directoryError: unknown): boolean | undefined {
  const asked = isNotFound(directoryError);
  const { data, error } = useQuery(
    query(ENDPOINTS.listFeatures, asked ? { params: { entityId } } : null),
  );
  if (!asked) return true;
  if (data === undefined && error === null) return undefined;
  return !isNotFound(error);
}
