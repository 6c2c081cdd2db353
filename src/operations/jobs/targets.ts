import type { Kysely } from 'kysely';
import {
  BULK_MAX,
  type BulkTarget,
  type BulkTargets,
  type BulkTargetsRequest,
} from '../../contract/console/job.ts';
import { isoInstant } from '../../domain/instant.ts';
import { countMatches, looksIntoRows, matches } from '../directory/entity-filter.ts';
import { ARCHIVED } from '../directory/record.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';

const FIELDS = ['id', 'name', 'type', 'brand'] as const;

/**
 * The target Entities by what the directory knows; given ids keep their order.
 * @param now milliseconds since the epoch
 */
export async function readTargets(
  db: Kysely<Store>,
  request: BulkTargetsRequest,
  now: number,
): Promise<BulkTargets> {
  const asOf = isoInstant(now);
  if ('filter' in request) {
    const where = matches(request.filter, now, { byRow: looksIntoRows(request.filter) });
    const total = await countMatches(db, request.filter, now);
    const entities = await db
      .selectFrom('entities')
      .where(where)
      .orderBy('sort_name')
      .orderBy('id')
      .limit(BULK_MAX)
      .select(FIELDS)
      .execute();
    return { entities, unknown: [], total, asOf };
  }
  const ids = [...new Set(request.ids)];
  const known = new Map<string, BulkTarget>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('entities')
      .where('id', 'in', part)
      .where('archived', 'in', [0, ARCHIVED])
      .select(FIELDS)
      .execute();
    for (const row of rows) known.set(row.id, row);
  }
  return {
    entities: ids.map((id) => known.get(id) ?? { id, name: null, type: null, brand: null }),
    unknown: ids.filter((id) => !known.has(id)),
    total: ids.length,
    asOf,
  };
}
