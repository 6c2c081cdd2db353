import type { Kysely } from 'kysely';
import type { LiveChanges } from '../../contract/console/live.ts';
import { isoInstant } from '../../domain/instant.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { sweepsOf } from '../dispatch/cancel/sweep-read.ts';
import { fleetVersion } from '../fleet/fleet-version.ts';
import { lastPlaceDeletion } from '../fleet/places/place-store.ts';
import { readRunChanges } from '../reports/results/read-run.ts';
import type { Store } from '../../store/schema/schema.ts';
import { currentVersion } from '../../store/version.ts';

/** Maximum number of batches, sweeps and report runs that are listed. */
const MOST = 200;

/**
 * The changes after a version.
 * @param since null: only returns the version to begin at. A version beyond this store's belongs to
 *   another store: then everything must be reloaded
 * @param now milliseconds since the epoch
 */
export async function readChanges(
  db: Kysely<Store>,
  since: number | null,
  now: number,
): Promise<LiveChanges> {
  // Read first: a concurrent change is then reported twice rather than never.
  const version = await currentVersion(db);
  const nothing = {
    version,
    batches: [],
    sweeps: [],
    reports: [],
    more: false,
    placeDeletedAt: await lastPlaceDeletion(db),
    fleetAt: await fleetVersion(db),
    asOf: isoInstant(now),
  };
  if (since === null || since === version) return nothing;
  if (since > version) return { ...nothing, more: true };
  const intents = await db
    .selectFrom('intents')
    .where('version', '>', since)
    .orderBy('version', 'desc')
    .limit(MOST + 1)
    .selectAll()
    .execute();
  const sweeps = await db
    .selectFrom('sweeps')
    .where('version', '>', since)
    .orderBy('version', 'desc')
    .limit(MOST + 1)
    .selectAll()
    .execute();
  const runs = await readRunChanges(db, since, MOST, now);
  return {
    ...nothing,
    batches: await summariesOf(db, intents.slice(0, MOST), now),
    sweeps: await sweepsOf(db, sweeps.slice(0, MOST)),
    reports: runs.changes,
    more: intents.length > MOST || sweeps.length > MOST || runs.more,
  };
}
