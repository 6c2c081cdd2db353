import type { Kysely } from 'kysely';
import type { AuditFilter } from '../../contract/console/audit.ts';
import { actionLabel, auditOutcomeLabel } from '../../domain/audit-labels.ts';
import { auditText } from '../../domain/audit-sentence.ts';
import { formatIso } from '../../domain/format.ts';
import { CSV_MARK, csvRow } from '../../lib/write-csv.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readActs } from './read-acts.ts';

const COLUMNS = [
  'Row',
  'When',
  'Who',
  'What',
  'Act',
  'Outcome',
  'Service status',
  'Ended',
  'Address',
  'Target',
  'Request',
  'Answer',
  'Request id',
  'Hash',
];

/** Acts read at once. */
const PAGE = 200;

/**
 * All acts that match, as parts of a CSV file, newest first.
 * @param zone IANA zone of its times
 * @param now milliseconds since the epoch
 */
export async function* auditCsv(
  db: Kysely<Store>,
  filter: AuditFilter,
  zone: string,
  now: number,
): AsyncGenerator<string> {
  yield CSV_MARK + csvRow(COLUMNS);
  let before: number | null | undefined;
  while (before !== null) {
    const page = await readActs(db, { ...filter, before, limit: PAGE }, now);
    const lines = page.acts.map((act) =>
      csvRow([
        act.sequence,
        formatIso(act.at, zone),
        act.operatorName,
        auditText(act, page.names),
        actionLabel(act.action),
        auditOutcomeLabel(act.outcome),
        act.upstreamStatus,
        act.endedAt === null ? null : formatIso(act.endedAt, zone),
        act.address,
        act.target,
        act.body,
        act.answer,
        act.requestId,
        act.rows.map(({ hash }) => hash).join(' '),
      ]),
    );
    if (lines.length > 0) yield lines.join('');
    before = page.before;
  }
}
