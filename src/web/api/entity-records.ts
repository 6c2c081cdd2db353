import { queryOptions } from '@tanstack/react-query';
import { callService } from './client.ts';

/** The platform features of an Entity and whether each is on. */
export function featuresQuery(entityId: string) {
  return queryOptions({
    queryKey: ['features', entityId] as const,
    queryFn: ({ signal }) => callService('listFeatures', { params: { entityId }, signal }),
  });
}
