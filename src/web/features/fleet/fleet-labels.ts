import type { FleetStatus, RefreshCost, ResourceStatus } from '../../../contract/console/fleet.ts';
import { KEPT_OF } from '../../../domain/fleet-policy.ts';
import { formatCount, formatDuration, formatNumber } from '../../../domain/format.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** How often the policy reads a resource. @param seconds null: once */
export function policyLabel(seconds: number | null): string {
  if (seconds === null) return 'once';
  if (seconds > DAY_S && seconds % DAY_S === 0)
    return `every ${formatNumber(seconds / DAY_S)} days`;
  if (seconds % HOUR_S === 0) return `every ${formatNumber(seconds / HOUR_S)} h`;
  return seconds % 60 === 0
    ? `every ${formatNumber(seconds / 60)} min`
    : `every ${formatNumber(seconds)} s`;
}

/** The requests of the last 24 hours, and what the policy would need: "412 of about 906 a day". */
export function requestsLabel(row: Pick<ResourceStatus, 'requests' | 'requestsByPolicy'>): string {
  const sent = formatNumber(row.requests);
  const policy = Math.round(row.requestsByPolicy);
  return policy === 0 ? sent : `${sent} of about ${formatNumber(policy)} a day`;
}

/** A rate with enough digits to differ from zero. */
function rateLabel(perSecond: number): string {
  if (perSecond >= 10) return formatNumber(perSecond);
  if (perSecond > 0 && perSecond < 0.01) return 'less than 0.01';
  return formatNumber(perSecond, perSecond >= 1 ? 1 : 2);
}

/** The requests the policy needs, as a sum that can be checked; null without Entities or a policy. */
export function arithmeticLabel(status: FleetStatus): string | null {
  const perDayOf = (isOfEntities: boolean) =>
    status.resources
      .filter(({ resource }) => (KEPT_OF[resource] === 'entity') === isOfEntities)
      .reduce((sum, row) => sum + row.requestsByPolicy, 0);
  const [perDay, besides] = [perDayOf(true), perDayOf(false)];
  if (status.entities === 0 || perDay === 0) return null;
  const each = formatNumber(perDay / status.entities, 1);
  const rate = rateLabel((perDay + besides) / DAY_S);
  const rest =
    besides === 0
      ? ''
      : ` + ${formatNumber(Math.round(besides))} for Members, Offboarding Requests and the catalogue`;
  const entities = formatCount(status.entities, 'Entity', 'Entities');
  return `${each} reads per Entity and day × ${entities}${rest} = ${rate} requests a second of ${formatNumber(status.requestsPerSecond)}`;
}

/** The cost of a refresh: "151 Entities, at least 906 requests, about 9 s". */
export function costLabel({ entities, requests, seconds }: RefreshCost): string {
  const time = seconds < 1 ? 'less than a second' : `about ${formatDuration(seconds * 1000)}`;
  return [
    ...(entities === 0 ? [] : [formatCount(entities, 'Entity', 'Entities')]),
    `at least ${formatCount(requests, 'request', 'requests')}`,
    time,
  ].join(', ');
}
