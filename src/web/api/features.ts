import { queryOptions } from '@tanstack/react-query';
import type { Feature, FeatureChange } from '../../contract/feature.ts';
import { callService } from './client.ts';

export const featureKeys = {
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
export function changeFeature(entityId: string, change: FeatureChange): Promise<Feature[]> {
  return callService('changeFeature', { params: { entityId }, body: change });
}
