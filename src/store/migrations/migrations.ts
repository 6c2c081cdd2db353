import type { CreateTableBuilder, Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import type { Migrations } from '../dialect/sqlite.ts';
import { appendOnly, noReplacing } from '../append-only.ts';
import { fromJson } from '../json.ts';
import { reports } from './report-migration.ts';
import { reportDrafts } from './report-drafts-migration.ts';
import { reportSeals, sealKeys } from './report-seals-migration.ts';
import { reportBefore, reportReads } from './report-reads-migration.ts';
import type { Store } from '../schema/schema.ts';

const TypedItems = z.array(z.object({ type: z.string().nullish() }));
import { bulk, bulkNotes, bulkRequests } from './bulk-migration.ts';
import { directoryRecords, searchWithoutIds, entityOrders } from './directory-migration.ts';
import { countedSums } from './counted-sums-migration.ts';
import { dispatchIds } from './dispatch-id-migration.ts';
import { fleetFacts, sessionsFrom, unreadCommands } from './fleet-facts-migration.ts';
import { dismissedAttention, plainDismissals } from './dismissed-attention-migration.ts';
import { fleet } from './fleet-migration.ts';
import { guardVersions } from './guard-migration.ts';
import { alsoCommanded, membershipNews } from './membership-migration.ts';
import { offboardingRequests } from './offboarding-migration.ts';
import { olderAnswers } from './older-answers-migration.ts';
import { oneSchedule } from './one-schedule-migration.ts';
import { partFacts } from './part-facts-migration.ts';
import { partReads } from './part-reads-migration.ts';
import { offboardedEntities } from './offboarded-migration.ts';
import { passwordResets } from './password-reset-migration.ts';
import { knownBrowsers } from './known-browsers-migration.ts';
import { readTurns } from './read-turns-migration.ts';
import { places } from './places-migration.ts';
import { storeProbe } from './probe-migration.ts';
import { collectiveProperties } from './properties-migration.ts';
import { unaccountedBatches } from './unaccounted-migration.ts';
import { unknownOutcomes } from './unknown-outcomes-migration.ts';

/** Columns of a table by type; each list holds names. */
interface Columns {
  text?: readonly string[];
  textOrNull?: readonly string[];
  whole?: readonly string[];
  wholeOrNull?: readonly string[];
  instant?: readonly string[];
  instantOrNull?: readonly string[];
}

// Milliseconds since the epoch do not fit into PostgreSQL's integer.
const TYPES = {
  text: { type: 'text', nullable: false },
  textOrNull: { type: 'text', nullable: true },
  whole: { type: 'integer', nullable: false },
  wholeOrNull: { type: 'integer', nullable: true },
  instant: { type: 'bigint', nullable: false },
  instantOrNull: { type: 'bigint', nullable: true },
} as const satisfies Record<keyof Columns, { type: string; nullable: boolean }>;

async function createTable(
  db: Kysely<unknown>,
  name: string,
  key: [string, ...string[]],
  columns: Columns,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [kind, { type, nullable }] of Object.entries(TYPES)) {
    const names = Object.entries(columns).find(([given]) => given === kind)?.[1] ?? [];
    for (const column of names) {
      table = table.addColumn(column, type, (built) => (nullable ? built : built.notNull()));
    }
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, key).execute();
}

async function createIndex(
  db: Kysely<unknown>,
  table: string,
  columns: string[],
  unique = false,
): Promise<void> {
  const index = db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns);
  await (unique ? index.unique() : index).execute();
}

async function operatorsAndSessions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'operators', ['id'], {
    text: ['id', 'name', 'name_key', 'role', 'source'],
    textOrNull: ['password_hash'],
    instant: ['created_at'],
    instantOrNull: ['disabled_at'],
  });
  await createIndex(db, 'operators', ['name_key'], true);
  await createTable(db, 'sessions', ['id_hash'], {
    text: ['id_hash', 'operator_id'],
    instant: ['created_at', 'last_used_at'],
  });
  await createTable(db, 'setup_codes', ['code_hash'], {
    text: ['code_hash'],
    instant: ['expires_at'],
  });
}

async function directory(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'collectives', ['id'], {
    text: ['id', 'name', 'source'],
    textOrNull: ['type', 'owner'],
    whole: ['archived'],
    instant: ['known_at'],
  });
  await createTable(db, 'entities', ['id'], {
    text: ['id', 'source'],
    textOrNull: ['name', 'type', 'brand'],
    whole: ['archived'],
    instant: ['known_at'],
  });
  await createTable(db, 'memberships', ['collective_id', 'entity_id'], {
    text: ['collective_id', 'entity_id', 'source'],
    instant: ['known_at'],
  });
  await createIndex(db, 'memberships', ['entity_id']);
  await createTable(db, 'directory_seeds', ['source'], {
    text: ['source', 'content_hash'],
    instant: ['imported_at'],
  });
}

async function intents(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'intents', ['id'], {
    text: [
      'id',
      'operator_id',
      'operator_name',
      'session_hash',
      'collective_id',
      'collective_name',
      'kind',
      'items',
      'body_hash',
      'outcome',
    ],
    textOrNull: ['reason', 'batch_id', 'answer', 'unknown_cause'],
    whole: ['ignore_cooldown', 'member_count'],
    wholeOrNull: ['answer_status', 'upstream_status'],
    instant: ['created_at'],
    instantOrNull: ['outcome_at'],
  });
  await createIndex(db, 'intents', ['created_at']);
  await createTable(db, 'intent_members', ['intent_id', 'entity_id'], {
    text: ['intent_id', 'entity_id'],
    textOrNull: ['name', 'type'],
  });
}

async function commands(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'commands', ['intent_id', 'position'], {
    text: ['intent_id', 'id', 'entity_id', 'status'],
    textOrNull: ['type', 'value', 'trigger_time', 'error', 'verification', 'read_error'],
    whole: ['position', 'settled', 'poll_interval', 'changes'],
    instant: ['observed_at', 'changed_at', 'due_at', 'next_poll_at'],
  });
  await createIndex(db, 'commands', ['id']);
  await createIndex(db, 'commands', ['settled', 'next_poll_at']);
  await createTable(db, 'command_observations', ['intent_id', 'position', 'sequence'], {
    text: ['intent_id', 'status'],
    textOrNull: ['verification', 'error'],
    whole: ['position', 'sequence'],
    instant: ['seen_at'],
  });
}

async function addColumns(
  db: Kysely<unknown>,
  table: string,
  columns: Readonly<Record<string, 'text' | 'bigint'>>,
): Promise<void> {
  for (const [name, type] of Object.entries(columns)) {
    await db.schema.alterTable(table).addColumn(name, type).execute();
  }
}

/** A column with a default value for existing rows. */
async function addFilledColumn(
  db: Kysely<unknown>,
  table: string,
  name: string,
  [type, value]: ['text', string] | ['bigint', number],
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, type, (column) => column.notNull().defaultTo(value))
    .execute();
}

async function versions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'counters', ['name'], { text: ['name'], instant: ['value'] });
  await addColumns(db, 'intents', { overridden: 'text', previous_id: 'text', planned: 'text' });
  await addFilledColumn(db, 'intents', 'version', ['bigint', 0]);
  await addColumns(db, 'commands', {
    trigger_at: 'bigint',
    matched: 'text',
    late_change_at: 'bigint',
    acknowledged_at: 'bigint',
  });
  await addFilledColumn(db, 'commands', 'verdict', ['text', 'unrecognised']);
  await addFilledColumn(db, 'commands', 'version', ['bigint', 0]);
  await addFilledColumn(db, 'command_observations', 'late', ['bigint', 0]);
  await createIndex(db, 'intents', ['version']);
  await createIndex(db, 'intents', ['collective_id', 'created_at']);
  await createIndex(db, 'intents', ['previous_id']);
  await createIndex(db, 'commands', ['intent_id', 'settled', 'verdict']);
  await createIndex(db, 'commands', ['intent_id', 'version']);
  await createIndex(db, 'commands', ['entity_id', 'trigger_at']);
  await createIndex(db, 'commands', ['settled', 'intent_id', 'next_poll_at']);
}

async function resolutions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'resolutions', ['id'], {
    text: ['id', 'intent_id', 'state'],
    textOrNull: ['operator_name', 'verdict'],
    whole: ['adopted'],
    instant: ['started_at', 'window_start', 'window_end'],
    instantOrNull: ['finished_at'],
  });
  await createIndex(db, 'resolutions', ['intent_id', 'started_at']);
  await createTable(db, 'resolution_members', ['resolution_id', 'entity_id'], {
    text: ['resolution_id', 'entity_id', 'evidence'],
    textOrNull: ['words'],
    instantOrNull: ['checked_at'],
  });
}

async function sweeps(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'sweeps', ['id'], {
    text: ['id', 'intent_id', 'operator_id', 'operator_name', 'session_hash', 'state'],
    textOrNull: ['reason'],
    instant: ['created_at', 'version'],
    instantOrNull: ['finished_at'],
  });
  await createIndex(db, 'sweeps', ['intent_id']);
  await createTable(db, 'sweep_items', ['sweep_id', 'position'], {
    text: ['sweep_id', 'entity_id', 'command_id', 'state'],
    textOrNull: ['words'],
    whole: ['position'],
    instantOrNull: ['trigger_at', 'at'],
  });
  await createIndex(db, 'sweep_items', ['sweep_id', 'state', 'trigger_at']);
}

async function records(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'templates', ['id'], {
    text: ['id', 'name', 'operator_id', 'operator_name', 'content'],
    instant: ['created_at'],
  });
  await createTable(db, 'seals', ['intent_id', 'revision'], {
    text: ['intent_id', 'hash', 'cause', 'content'],
    whole: ['revision'],
    instant: ['sealed_at'],
  });
  await createTable(db, 'audit_log', ['sequence'], {
    text: ['action', 'outcome', 'previous_hash', 'hash'],
    textOrNull: [
      'operator_id',
      'operator_name',
      'session_hash',
      'address',
      'request_id',
      'target',
      'body',
      'intent_id',
    ],
    wholeOrNull: ['upstream_status'],
    instant: ['sequence', 'at'],
  });
}

async function evidence(db: Kysely<unknown>): Promise<void> {
  await addFilledColumn(db, 'seals', 'version', ['bigint', 0]);
  await createIndex(db, 'audit_log', ['action', 'sequence']);
  // Sealed contents are large: frequent queries must not read through them.
  await createIndex(db, 'seals', ['intent_id', 'version']);
  await appendOnly(db);
}

async function lookups(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'intents', ['outcome', 'created_at']);
  await createIndex(db, 'commands', ['entity_id', 'verdict', 'type', 'trigger_at', 'changed_at']);
}

/** Commands are counted by the day on which they were due. */
async function dueCommands(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'commands', ['due_at', 'verdict']);
}

async function intentTypes(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'intent_types', ['intent_id', 'type'], { text: ['intent_id', 'type'] });
  await createIndex(db, 'intent_types', ['type', 'intent_id']);
  await createIndex(db, 'commands', ['trigger_at']);
  const old = db.withTables<
    Pick<Store, 'intents'> & { intent_types: { intent_id: string; type: string } }
  >();
  const intentRows = await old.selectFrom('intents').select(['id', 'items']).execute();
  for (const { id, items } of intentRows) {
    const types = new Set(fromJson(TypedItems, items).flatMap(({ type }) => type ?? []));
    for (const type of types) {
      await old.insertInto('intent_types').values({ intent_id: id, type }).execute();
    }
  }
}

async function intentBatches(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'intent_batches', ['intent_id'], { text: ['intent_id', 'batch'] });
  const store = db.withTables<
    Pick<Store, 'intents'> & { intent_batches: { intent_id: string; batch: string } }
  >();
  await store
    .insertInto('intent_batches')
    .columns(['intent_id', 'batch'])
    .expression((from) =>
      from
        .selectFrom('intents')
        .where('outcome', '=', 'accepted')
        .where('answer', 'is not', null)
        .select((row) => ['id', row.fn.coalesce('answer', row.val('')).as('answer')]),
    )
    .execute();
  await store
    .updateTable('intents')
    .set({ answer: null })
    .where('outcome', '=', 'accepted')
    .execute();
}

async function evidenceVersions(db: Kysely<unknown>): Promise<void> {
  await addFilledColumn(db, 'resolution_members', 'version', ['bigint', 0]);
}

/** The schema of the console's store, step by step. */
export const MIGRATIONS: Migrations = {
  '001-operators-and-sessions': { up: operatorsAndSessions },
  '002-directory': { up: directory },
  '003-intents': { up: intents },
  '004-commands': { up: commands },
  '005-versions': { up: versions },
  '006-resolutions': { up: resolutions },
  '007-sweeps': { up: sweeps },
  '008-records': { up: records },
  '010-append-only': { up: evidence },
  '011-lookups': { up: lookups },
  '012-intent-types': { up: intentTypes },
  '013-intent-batches': { up: intentBatches },
  '014-evidence-versions': { up: evidenceVersions },
  '020-directory-records': { up: directoryRecords },
  '021-places': { up: places },
  '022-bulk': { up: bulk },
  '023-collective-properties': { up: collectiveProperties },
  '030-reports': { up: reports },
  '040-unknown-outcomes': { up: unknownOutcomes },
  '050-guard-versions': { up: guardVersions },
  '060-no-replacing': { up: noReplacing },
  '061-password-resets': { up: passwordResets },
  '070-known-browsers': { up: knownBrowsers },
  '071-store-probe': { up: storeProbe },
  '080-also-commanded': { up: alsoCommanded },
  '081-membership-news': { up: membershipNews },
  '090-dispatch-id': { up: dispatchIds },
  '091-bulk-requests': { up: bulkRequests },
  '092-bulk-notes': { up: bulkNotes },
  '093-search-without-ids': { up: searchWithoutIds },
  '094-due-commands': { up: dueCommands },
  '095-fleet': { up: fleet },
  '096-fleet-facts': { up: fleetFacts },
  '097-dismissed-attention': { up: dismissedAttention },
  '098-offboarding-requests': { up: offboardingRequests },
  '099-report-reads': { up: reportReads },
  '100-sessions-from': { up: sessionsFrom },
  '101-counted-sums': { up: countedSums },
  '102-one-schedule': { up: oneSchedule },
  '103-entity-orders': { up: entityOrders },
  '104-older-answers': { up: olderAnswers },
  '105-unread-commands': { up: unreadCommands },
  '106-report-drafts': { up: reportDrafts },
  '107-report-before': { up: reportBefore },
  '108-part-reads': { up: partReads },
  '109-unaccounted-batches': { up: unaccountedBatches },
  '110-offboarded-entities': { up: offboardedEntities },
  '111-report-seals': { up: reportSeals },
  '112-part-facts': { up: partFacts },
  '113-read-turns': { up: readTurns },
  '114-seal-keys': { up: sealKeys },
  '115-plain-dismissals': { up: plainDismissals },
};
