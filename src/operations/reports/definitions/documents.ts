import type { Kysely } from 'kysely';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { failure } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { ReportDocumentRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';

/** Documents in versions that never change. */
type Kind = 'definition' | 'tariff';

/** Maximum number of listed documents of a kind: lists are read as a whole. */
const MOST = 500;

const TOO_MANY: Readonly<Record<Kind, string>> = {
  definition: `There are ${MOST} saved reports already; delete one first.`,
  tariff: `There are ${MOST} tariffs already; delete one first.`,
};

/** The newest version of each listed document, last saved first. */
export async function listDocuments(db: Kysely<Store>, kind: Kind): Promise<ReportDocumentRow[]> {
  return db
    .selectFrom('report_documents as d')
    .innerJoin(
      (from) =>
        from
          .selectFrom('report_documents')
          .where('kind', '=', kind)
          .groupBy('id')
          .select((row) => ['id', row.fn.max('version').as('newest')])
          .as('n'),
      (join) => join.onRef('n.id', '=', 'd.id').onRef('n.newest', '=', 'd.version'),
    )
    .where('d.kind', '=', kind)
    .where('d.hidden', '=', 0)
    .orderBy('d.saved_at', 'desc')
    .orderBy('d.id')
    .selectAll('d')
    .execute();
}

/** All versions of a document, the newest first, even if it is no longer listed. */
export async function documentVersions(
  db: Kysely<Store>,
  kind: Kind,
  id: string,
): Promise<ReportDocumentRow[]> {
  return db
    .selectFrom('report_documents')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .selectAll()
    .execute();
}

/** One version, or null if there is none. */
export async function findDocument(
  db: Kysely<Store>,
  kind: Kind,
  { id, version }: { id: string; version: number },
): Promise<ReportDocumentRow | null> {
  const row = await db
    .selectFrom('report_documents')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('version', '=', version)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Saves a content as the next version of a document. Content equal to the newest version makes no
 * new one; a document removed from the list is listed again.
 * @param now milliseconds since the epoch
 * @throws Failure 409 if too many are listed
 */
export async function saveDocument(
  db: Kysely<Store>,
  kind: Kind,
  { id, content }: { id: string; content: unknown },
  { operator }: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<{ row: ReportDocumentRow; created: boolean }> {
  const text = canonicalJson(content);
  return inTransaction(db, async (trx) => {
    // First: all other writers wait, so that versions are unique.
    await lockReports(trx);
    const [newest] = await documentVersions(trx, kind, id);
    const listed = newest?.hidden === 0;
    if (newest !== undefined && listed && newest.content === text) {
      return { row: newest, created: false };
    }
    if (!listed && (await listDocuments(trx, kind)).length >= MOST) {
      throw failure(409, 'invalid_request', TOO_MANY[kind]);
    }
    const row: ReportDocumentRow = {
      kind,
      id,
      version: (newest?.version ?? 0) + 1,
      content: text,
      saved_at: now,
      operator_id: operator.id,
      operator_name: operator.name,
      hidden: 0,
    };
    await trx.insertInto('report_documents').values(row).execute();
    return { row, created: true };
  });
}

/**
 * Removes a document from the list; its versions stay.
 * @returns false if none with that id is listed
 */
export async function hideDocument(db: Kysely<Store>, kind: Kind, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('report_documents')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('hidden', '=', 0)
      .set({ hidden: 1 })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    return true;
  });
}
