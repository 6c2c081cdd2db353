import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Feature, FeatureChange } from '../../contract/feature.ts';
import { callService } from './service-client.ts';

export const featureKeys = {
  all: ['features'] as const,
  list: (entityId: string) => ['features', entityId] as const,
};

/** The platform features of an Entity and whether each is on. */
export function featuresQuery(entityId: string) {
  return queryOptions({
    queryKey: featureKeys.list(entityId),
    queryFn: ({ signal }) => callService('listFeatures', { params: { entityId }, signal }),
  });
}

/** Turns a feature on or off. @returns all features afterwards @throws ApiError */
export function changeFeatureMutation(client: QueryClient, entityId: string) {
  const queryKey = featureKeys.list(entityId);
  return mutationOptions({
    mutationFn: (change: FeatureChange): Promise<Feature[]> =>
      callService('changeFeature', { params: { entityId }, body: change }),
    onSuccess: (features) => {
      client.setQueryData(queryKey, features);
    },
    // Without an answer, only another read shows whether it was changed.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
