import type { Kysely } from 'kysely';
import type { FigureSearch } from '../../contract/console/report-definition.ts';
import { HISTORY_FROM_MS } from '../../domain/fleet-policy.ts';
import type { Store } from '../../store/schema/schema.ts';
import { askReads } from '../fleet/reads/ask-reads.ts';
import { resolveScope } from './scope.ts';
import { KNOWN_BEFORE_MS, readEntityBasis } from './read-basis.ts';
import { resolveSearch } from './resolve-report.ts';

/**
 * Requests the reads that a report lacks: of Entities that were never read or whose last read failed, and of older
 * sessions. Viewing a report requests none. Wake the fleet's scheduler afterwards.
 * @param now milliseconds since the epoch
 * @returns number of requested reads
 * @throws Failure 400 for a definition that cannot be computed
 */
export async function askMissing(
  db: Kysely<Store>,
  search: FigureSearch,
  now: number,
): Promise<number> {
  const { definition, period } = resolveSearch(search, now);
  const ids = (await resolveScope(db, definition.scope)).map(({ id }) => id);
  const known = await readEntityBasis(db, ids);
  const from = Math.max(HISTORY_FROM_MS, period.startMs - KNOWN_BEFORE_MS);
  const unread: string[] = [];
  const late: string[] = [];
  for (const [at, { readAt, knownFrom, isFailed, isOffboarded }] of known.entries()) {
    const id = ids[at];
    if (id === undefined || isOffboarded) continue;
    if (readAt === null || isFailed) unread.push(id);
    if (knownFrom === null || knownFrom > from) late.push(id);
  }
  const asked = { asker: 'report', historyFrom: from };
  const sessions = await askReads(
    db,
    { ...asked, entityIds: unread, resources: ['sessions'] },
    now,
  );
  const history = await askReads(db, { ...asked, entityIds: late, resources: ['history'] }, now);
  return sessions + history;
}
