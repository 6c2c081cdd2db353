import { type Kysely, sql } from 'kysely';
import type { Migrations } from '../../store/dialect/migrate.ts';

const TABLES = [
  `create table meta (key text primary key, value text not null) without rowid`,
  `create table organisation (position integer primary key, id text not null unique,
    name text not null)`,
  `create table client (client_id text primary key, secret_hash text not null,
    organisation_id text not null references organisation (id)) without rowid`,
  `create table collective (id text primary key, name text not null, type text, owner text,
    organisation_id text not null references organisation (id), properties text,
    batches integer not null) without rowid`,
  `create table collective_share (collective_id text not null references collective (id),
    organisation_id text not null references organisation (id),
    primary key (collective_id, organisation_id)) without rowid`,
  `create table member (position integer primary key, collective_id text not null
    references collective (id), id text not null, name text, email_address text,
    unique (collective_id, id))`,
  `create table entity (id text primary key, organisation_id text not null
    references organisation (id), type text not null, brand text, name text,
    battery_capacity real, behaviour text not null, commands integer not null,
    offboarded integer not null) without rowid`,
  `create table entity_share (entity_id text not null references entity (id),
    organisation_id text not null references organisation (id),
    primary key (entity_id, organisation_id)) without rowid`,
  `create table collective_entity (position integer primary key, collective_id text not null
    references collective (id), entity_id text not null references entity (id), member_id text,
    unique (collective_id, entity_id))`,
  `create index collective_entity_entity on collective_entity (entity_id)`,
  `create table feature (position integer primary key, entity_id text not null
    references entity (id), feature text not null, enabled integer not null,
    unique (entity_id, feature))`,
  `create table location (position integer primary key, id text not null unique,
    entity_id text not null references entity (id), label text, latitude real not null,
    longitude real not null)`,
  `create index location_entity on location (entity_id, position)`,
  `create table charge_session (id text primary key, entity_id text not null
    references entity (id), start_ms integer not null, created text, data text not null)
    without rowid`,
  `create index charge_session_start on charge_session (entity_id, start_ms, id)`,
  `create table command (id text primary key, entity_id text not null references entity (id),
    batch_id text, ordinal integer not null, type text not null, value text,
    trigger_ms integer not null, ignore_cooldown integer not null, status text not null,
    error text, verification text, due_ms integer) without rowid`,
  `create index command_trigger on command (entity_id, trigger_ms, id)`,
  `create index command_due on command (due_ms, id) where due_ms is not null`,
  `create table cooldown (entity_id text not null references entity (id),
    command_type text not null, until_ms integer not null,
    primary key (entity_id, command_type)) without rowid`,
  `create table offboarding_request (position integer primary key, id text not null unique,
    entity_id text not null references entity (id), principal_id text, status text not null,
    components text not null, due_ms integer)`,
  `create unique index offboarding_pending on offboarding_request (entity_id)
    where status = 'Pending'`,
  `create index offboarding_due on offboarding_request (due_ms) where due_ms is not null`,
];

const EFFECTS = [
  `create table effect (position integer primary key, entity_id text not null
    references entity (id), at_ms integer not null, type text not null, value text)`,
  `create index effect_entity on effect (entity_id, at_ms)`,
  `create index effect_at on effect (at_ms)`,
];

const BATCHES = [
  `create table batch (position integer primary key, id text not null unique, endpoint text not null,
    collective_id text not null references collective (id), received_ms integer not null,
    told_ms integer not null, body text not null)`,
  `create index command_batch on command (batch_id) where batch_id is not null`,
];

function inOrder(statements: readonly string[]): Migrations[string] {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** The schema of the service's store, in steps that each run once. */
export const MIGRATIONS: Migrations = {
  '001-first': inOrder(TABLES),
  '002-due-of-an-entity': inOrder([
    `create index command_due_entity on command (entity_id, due_ms) where due_ms is not null`,
  ]),
  '003-effects': inOrder(EFFECTS),
  '004-batches': inOrder(BATCHES),
};
