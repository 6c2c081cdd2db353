import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';

/** What stands for a request without a status. */
export const NO_STATUS = 'No status';

/** The one status from which a request can be canceled. Spec, "States and transitions". */
const PENDING = 'Pending';

export function isPendingRequest(request: OffboardingRequest): boolean {
  return request.status === PENDING;
}

/** The requests for one Entity, in the order of the Service, newest at its end. */
export function requestsFor(
  requests: readonly OffboardingRequest[],
  entityId: string,
): OffboardingRequest[] {
  return requests.filter(({ data }) => data?.id === entityId);
}

/** How many requests each status has, most first; statuses that nobody knows are there as well. */
export function countStatuses(
  requests: readonly OffboardingRequest[],
): { status: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { status } of requests) {
    const key = status ?? NO_STATUS;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .toSorted((a, b) => b.count - a.count || a.status.localeCompare(b.status));
}
