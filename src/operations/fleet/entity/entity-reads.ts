import { FLEET_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import type { EntityRead } from '../../../contract/console/fleet-entity.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import { NEVER_MS } from '../reads/next-due.ts';

type ReadRow = Pick<
  FleetReadRow,
  'resource' | 'read_at' | 'tried_at' | 'due_at' | 'message' | 'partial'
>;

const instantOf = (ms: number | null) => (ms === null ? null : isoInstant(ms));

/** Whether a read is within the policy's time. @param now milliseconds since the epoch */
export function isFresh(
  policy: FleetPolicy,
  resource: ReadResource,
  readAt: number | null,
  now: number,
): boolean {
  return readAt !== null && readAt >= freshFrom(policy, resource, now);
}

function stateOf(row: ReadRow, resource: ReadResource, policy: FleetPolicy, now: number) {
  if (row.message !== null) return row.partial === 1 ? 'partly' : 'failed';
  if (row.read_at === null) return 'never';
  return isFresh(policy, resource, row.read_at, now) ? 'fresh' : 'stale';
}

/** A resource that was never read. */
const NEVER = { read_at: null, tried_at: null, due_at: NEVER_MS, message: null, partial: null };

/** The state of reading each resource of an Entity. @param now milliseconds since the epoch */
export function entityReads(
  rows: readonly ReadRow[],
  policy: FleetPolicy,
  now: number,
): EntityRead[] {
  return FLEET_RESOURCES.map((resource) => {
    const row = rows.find((each) => each.resource === resource) ?? { ...NEVER, resource };
    return {
      resource,
      state: stateOf(row, resource, policy, now),
      readAt: instantOf(row.read_at),
      triedAt: instantOf(row.tried_at),
      dueAt: row.due_at >= NEVER_MS ? null : isoInstant(row.due_at),
      message: row.message,
    };
  });
}
