import type { Kysely } from 'kysely';
import type { AuditLogRow, Store } from '../../../store/schema/schema.ts';

/** All rows of the log, newest first. */
export function storedRows(db: Kysely<Store>): Promise<AuditLogRow[]> {
  return db.selectFrom('audit_log').orderBy('sequence', 'desc').selectAll().execute();
}
