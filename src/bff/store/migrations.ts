import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migrations } from '../../lib/sqlite.ts';

/** Columns of a table by kind; each list holds names. */
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

/** The schema of the console's store, step by step. */
export const MIGRATIONS: Migrations = {
  '001-operators-and-sessions': { up: operatorsAndSessions },
  '002-directory': { up: directory },
  '003-intents': { up: intents },
  '004-commands': { up: commands },
};
