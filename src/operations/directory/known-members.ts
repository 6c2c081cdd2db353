import { sql, type Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';

/** The Entities of a Collective that are in the directory; `entities` and `memberships` can be selected from. */
export function knownMembers(db: Kysely<Store>, collectiveId: string) {
  return (
    db
      .selectFrom('memberships')
      .innerJoin('entities', 'entities.id', 'memberships.entity_id')
      .where('memberships.collective_id', '=', collectiveId)
      // Without the plus, SQLite takes the index on this column and scans all Entities.
      .where(sql`+entities.archived`, '=', 0)
  );
}
