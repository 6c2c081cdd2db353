import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { BatteryCapacity } from '../../contract/battery-capacity.ts';
import { callService } from './service-client.ts';

export const capacityKeys = {
  all: ['battery-capacity'] as const,
  one: (entityId: string) => ['battery-capacity', entityId] as const,
};

/** The capacity of an Entity's battery; the interface does not give its unit. */
export function capacityQuery(entityId: string) {
  return queryOptions({
    queryKey: capacityKeys.one(entityId),
    queryFn: ({ signal }) => callService('getBatteryCapacity', { params: { entityId }, signal }),
  });
}

/** Sets the capacity. @returns what the Service has afterwards @throws ApiError */
export function setCapacityMutation(client: QueryClient, entityId: string) {
  const queryKey = capacityKeys.one(entityId);
  return mutationOptions({
    mutationFn: (batteryCapacity: number): Promise<BatteryCapacity> =>
      callService('setBatteryCapacity', { params: { entityId }, body: { batteryCapacity } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
