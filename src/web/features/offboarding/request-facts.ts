import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';

/** Shown for a request without a status. */
export const NO_STATUS = 'No status';

/** The one status from which a request can be canceled. Spec, "States and transitions". */
const PENDING = 'Pending';

export function isPendingRequest(request: OffboardingRequest): boolean {
  return request.status === PENDING;
}

/** The requests for one Entity, in the Service's order, oldest first. */
export function requestsFor(
  requests: readonly OffboardingRequest[],
  entityId: string,
): OffboardingRequest[] {
  return requests.filter(({ data }) => data?.id === entityId);
}

/** Number of requests per status, most frequent first, including unknown statuses. */
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
