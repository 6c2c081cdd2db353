import type { Kysely } from 'kysely';
import type { Resolution } from '../../contract/console/resolution.ts';
import type { Store } from '../store/schema.ts';

/** The last check of each of these intents that ever had one. */
export function latestResolutions(
  _db: Kysely<Store>,
  _intentIds: readonly string[],
): Promise<ReadonlyMap<string, Resolution>> {
  return Promise.resolve(new Map());
}
