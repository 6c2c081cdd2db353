import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migrations } from '../dialect/migrate.ts';
import { ACCESS_TABLES } from './access-tables.ts';
import { appendOnly } from './append-only.ts';
import { auditCuts } from './audit-cuts.ts';
import { DIRECTORY_TABLES } from './directory-tables.ts';
import { DISPATCH_TABLES } from './dispatch-tables.ts';
import { earlierReports } from './earlier-reports.ts';
import { FLEET_TABLES } from './fleet-tables.ts';
import { pictureColumns } from './picture-columns.ts';
import { REPORTS_TABLES } from './reports-tables.ts';
import {
  approvalTables,
  commandNames,
  directoryRecords,
  reportTables,
  keptUntil,
  narrowOpen,
  noClaims,
  readOrder,
  sessionFacts,
  unsettled,
} from './since-baseline.ts';
import { sessionDays } from './count-session-days.ts';

/** The statements of the schema, in SQL that SQLite and PostgreSQL both take. */
const STATEMENTS = [
  ACCESS_TABLES,
  DIRECTORY_TABLES,
  DISPATCH_TABLES,
  FLEET_TABLES,
  REPORTS_TABLES,
].flatMap((tables) =>
  tables
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== ''),
);

/** A key that the database counts: of all this is the one thing that they write differently. */
function autoKey(db: Kysely<unknown>): string {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? 'bigint generated always as identity primary key'
    : 'integer primary key autoincrement';
}

async function baseline(db: Kysely<unknown>): Promise<void> {
  const key = autoKey(db);
  for (const statement of STATEMENTS) {
    await sql.raw(statement.replace('auto_key', key)).execute(db);
  }
  await appendOnly(db);
}

/** The name of the baseline: a changed one has a higher number, and the stores of lower ones are refused. */
export const BASELINE = '203-baseline';

/** The schema of the console's store: the baseline, and what was added since. */
export const MIGRATIONS: Migrations = {
  [BASELINE]: { up: baseline },
  '204-approvals': approvalTables,
  '205-pictures': { up: pictureColumns },
  '206-read-order': readOrder,
  '207-unsettled': unsettled,
  '208-session-days': { up: sessionDays },
  '209-figures': reportTables,
  '210-session-facts': sessionFacts,
  '211-earlier-reports': { up: earlierReports },
  '212-directory': directoryRecords,
  '213-kept-until': keptUntil,
  '214-audit-cuts': { up: auditCuts },
  '215-narrow-open': narrowOpen,
  '216-command-names': commandNames,
  '217-no-claims': noClaims,
};
