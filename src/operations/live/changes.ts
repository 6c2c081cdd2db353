import type { Kysely } from 'kysely';
import type { LiveChanges } from '../../contract/console/live.ts';
import { isoInstant } from '../../domain/instant.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { fleetVersion } from '../fleet/fleet-version.ts';
import { lastPlaceDeletion } from '../fleet/places/place-store.ts';
import { readChangedRuns } from '../reports/results/read-run.ts';
import type { Store } from '../../store/schema/schema.ts';
import { currentVersion } from '../../store/version.ts';

/** Maximum number of batches and of reports that are named one by one. */
const MOST = 200;
/** Maximum number of batches that news are made of. */
const MOST_NEWS = 20;

/**
 * The topics that changed after a version.
 * @param since null: only returns the version to begin at. A version beyond this store's belongs to
 *   another store: then everything must be reloaded
 * @param now milliseconds since the epoch
 */
export async function readChanges(
  db: Kysely<Store>,
  since: number | null,
  now: number,
): Promise<LiveChanges> {
  // Read first: a concurrent change is then named twice rather than never.
  const version = await currentVersion(db);
  const nothing = { version, changed: {}, more: false, batches: [], asOf: isoInstant(now) };
  if (since === null || since === version) return nothing;
  if (since > version) return { ...nothing, more: true };
  const intents = await db
    .selectFrom('intents')
    .where('version', '>', since)
    .orderBy('version', 'desc')
    .limit(MOST + 1)
    .selectAll()
    .execute();
  // Every change of a job that cancels Commands raises the version of their batch.
  const job = await db
    .selectFrom('jobs')
    .innerJoin('intents', 'intents.id', 'jobs.dispatch_id')
    .where('intents.version', '>', since)
    .select('jobs.id')
    .limit(1)
    .executeTakeFirst();
  const runs = await readChangedRuns(db, since, MOST);
  const changed: LiveChanges['changed'] = {};
  if (intents.length > 0) {
    changed.batches = null;
    changed.batch = intents.map(({ id }) => id);
  }
  if (job !== undefined) changed.jobs = null;
  if (runs.ids.length > 0) changed.report = runs.ids;
  if (runs.listed) changed.reports = null;
  if ((await lastPlaceDeletion(db)) > since) {
    changed.places = null;
    changed.locations = null;
  }
  if ((await fleetVersion(db)) > since) changed.fleet = null;
  return {
    ...nothing,
    changed,
    more: intents.length > MOST || runs.more,
    batches: await summariesOf(db, intents.slice(0, MOST_NEWS), now),
  };
}
