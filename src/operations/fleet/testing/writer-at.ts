import type { Kysely } from 'kysely';
import type { Changed } from '../../../contract/console/live.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { REAL_CLOCK } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createFleetWriter, type FleetWriter } from '../reads/writer.ts';

/** A writer whose time stands still; another process has one of its own and shares only the store. */
export function writerAt(
  db: Kysely<Store>,
  now: number,
  {
    policy = null,
    onStored = () => {},
  }: { policy?: FleetPolicy | null; onStored?: (changed: Changed) => void } = {},
): FleetWriter {
  return createFleetWriter({ db, clock: { ...REAL_CLOCK, now: () => now }, policy, onStored });
}
