import type { Kysely } from 'kysely';
import type { AuditAct, AuditFilter, AuditNames } from '../../contract/console/audit.ts';
import { actionLabel, auditOutcomeLabel } from '../../domain/audit-labels.ts';
import { auditText } from '../../domain/audit-sentence.ts';
import { formatIso } from '../../domain/format.ts';
import { CSV_MARK, csvRow } from '../../lib/write-csv.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readActs } from './read-acts.ts';

/** The columns: what each says of an act, with names of today and times in a zone. */
const COLUMNS: readonly [
  name: string,
  of: (act: AuditAct, names: AuditNames, zone: string) => string | number | null,
][] = [
  ['Row', (act) => act.sequence],
  ['When', (act, _names, zone) => formatIso(act.at, zone)],
  ['Who', (act) => act.operatorName],
  ['What', auditText],
  ['Act', (act) => actionLabel(act.action)],
  ['Outcome', (act) => auditOutcomeLabel(act.outcome)],
  ['Service status', (act) => act.upstreamStatus],
  ['Ended', ({ endedAt: at }, _names, zone) => (at === null ? null : formatIso(at, zone))],
  ['Address', (act) => act.address],
  ['Target', (act) => act.target],
  ['Request', (act) => act.body],
  ['Answer', (act) => act.answer],
  ['Request id', (act) => act.requestId],
  ['Hash', (act) => act.rows.map(({ hash }) => hash).join(' ')],
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
  yield CSV_MARK + csvRow(COLUMNS.map(([name]) => name));
  let before: number | null | undefined;
  while (before !== null) {
    const page = await readActs(db, { ...filter, before, limit: PAGE }, now);
    const lines = page.acts.map((act) =>
      csvRow(COLUMNS.map(([, of]) => of(act, page.names, zone))),
    );
    if (lines.length > 0) yield lines.join('');
    before = page.before;
  }
}
