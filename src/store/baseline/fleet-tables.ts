/** What the Service last said of each Entity, and what is read next. */
export const FLEET_TABLES = `
create table places (
  entity_id text not null, id text not null, latitude double precision not null,
  longitude double precision not null, label text, search text not null, odd integer not null,
  known_at bigint not null,
  primary key (entity_id, id));
create index places_by_point on places (odd, latitude, longitude, entity_id);

create table offboarding_requests (
  id text not null, entity_id text, status text, content text not null,
  known_at bigint not null,
  primary key (id));
create index offboarding_requests_by_status on offboarding_requests (status, entity_id);

create table fleet_reads (
  entity_id text not null, resource text not null, rank integer not null,
  due_at bigint not null, claimed_until bigint default 0 not null, read_at bigint,
  tried_at bigint, tries integer default 0 not null, message text, known_from bigint,
  wide_at bigint, asked_from bigint, hash text, changed_at bigint, partial integer,
  asked_at bigint, turn bigint, asked_by text,
  primary key (entity_id, resource));
create index fleet_reads_by_due on fleet_reads (rank, due_at, entity_id);
create index fleet_reads_by_state on fleet_reads (resource, tries, read_at, due_at);
create index fleet_reads_by_turn
  on fleet_reads ((case when rank = 0 then turn end)) where turn is not null;
create index fleet_reads_by_asker on fleet_reads (asked_by, turn) where rank = 0;

create table fleet_requests (
  hour_at bigint not null, resource text not null, count bigint not null,
  primary key (hour_at, resource));

create table fleet_documents (
  entity_id text not null, resource text not null, content text not null,
  known_at bigint not null,
  primary key (entity_id, resource));

create table fleet_sessions (
  entity_id text not null, id text not null, version integer not null,
  current integer not null, start_ms bigint, end_ms bigint, created_ms bigint, energy bigint,
  unit text not null, content text not null, hash text not null, seen_at bigint not null,
  gone_at bigint, listed_again integer default 0 not null,
  listed_differs integer default 0 not null, asked_at bigint,
  primary key (entity_id, id, version));
create index fleet_sessions_by_start
  on fleet_sessions (entity_id, current, start_ms, end_ms, unit, energy);
create index fleet_sessions_by_time
  on fleet_sessions (current, start_ms, entity_id, unit, energy);

create table fleet_changes (entity_id text not null, primary key (entity_id));

create table fleet_facts (
  entity_id text primary key, computed_at bigint not null, due_at bigint not null,
  last_verdict text, last_type text, last_at bigint, last_ours integer, commands_at bigint,
  seen_at bigint, session_at bigint, energy bigint, unit text not null, days text not null,
  last_day integer not null, sessions_at bigint, capacity double precision, capacity_at bigint,
  capture integer, features_at bigint, place text, places_at bigint, planned_type text,
  planned_at bigint, failing integer not null, message text, unread integer not null,
  read_at bigint, sessions_from bigint, counted integer default 0 not null,
  other_units integer default 0 not null, without_energy integer default 0 not null,
  complete_before bigint, partial integer default 0 not null, partial_message text,
  partial_of text default '' not null);
create index fleet_facts_by_due on fleet_facts (due_at, entity_id);
`;
