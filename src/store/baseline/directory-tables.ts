/** What the console knows of Collectives and Entities, and where it is from. */
export const DIRECTORY_TABLES = `
create table collectives (
  id text not null, name text not null, source text not null, type text, owner text,
  archived integer not null, known_at bigint not null, place text, note text,
  unreachable_status integer, unreachable_at bigint, tags text default '[]' not null,
  origins text default '{}' not null, search text default '' not null,
  primary key (id));

create table entities (
  id text not null, source text not null, name text, type text, brand text,
  archived integer not null, known_at bigint not null, place text, note text,
  unreachable_status integer, unreachable_at bigint, tags text default '[]' not null,
  origins text default '{}' not null, search text default '' not null,
  sort_name text default '' not null, sort_type text default '' not null,
  sort_brand text default '' not null, sort_place text default '' not null,
  located text default '1' not null, sort_outcome text default '1' not null,
  sort_seen text default '1' not null, sort_energy text default '1' not null,
  sort_capacity text default '1' not null, marks text default '-uuf----' not null,
  placed integer default 0 not null, offboarded_at bigint,
  primary key (id));
create index entities_listed_by_sort_type on entities (archived, sort_type, sort_name, id);
create index entities_listed_by_sort_brand on entities (archived, sort_brand, sort_name, id);
create index entities_listed_by_sort_place on entities (archived, sort_place, sort_name, id);
create index entities_listed_by_known_at on entities (archived, known_at, id);
create index entities_listed_by_sort_name
    on entities (archived, sort_name, id, type, brand, source, unreachable_status, tags, placed,
    marks);
create index entities_listed_by_sort_outcome
  on entities (archived, sort_outcome, sort_name, id, marks);
create index entities_listed_by_sort_seen
  on entities (archived, sort_seen, sort_name, id, marks);
create index entities_listed_by_sort_energy
  on entities (archived, sort_energy, sort_name, id, marks);
create index entities_listed_by_sort_capacity
  on entities (archived, sort_capacity, sort_name, id, marks);
create index entities_listed_by_id on entities (archived, id);
create index entities_unreachable
  on entities (unreachable_status) where unreachable_status is not null;
create index entities_offboarded on entities (id) where offboarded_at is not null;
create index entities_listed_by_type
    on entities (archived, type, brand, source, unreachable_status, offboarded_at, tags, placed,
    marks);

create table memberships (
  collective_id text not null, entity_id text not null, source text not null,
  known_at bigint not null,
  primary key (collective_id, entity_id));
create index memberships_of_entity on memberships (entity_id, collective_id);

create table directory_seeds (
  source text not null, content_hash text not null, imported_at bigint not null,
  primary key (source));

create table directory_imports (
  id text primary key, operator_name text not null, at bigint not null, result text not null,
  undone_at bigint);

create table directory_import_rows (
  import_id text not null, kind text not null, thing_id text not null, other_id text not null,
  "before" text, "after" text,
  primary key (import_id, kind, thing_id, other_id));

create table directory_conflicts (
  kind text not null, thing_id text not null, field text not null, ours text not null,
  theirs text not null, source text not null, seen_at bigint not null, state text not null,
  primary key (kind, thing_id, field));

create table collective_properties (
  collective_id text not null, properties text not null, told_at bigint not null,
  primary key (collective_id));

create table membership_sightings (
  collective_id text not null, entity_id text not null, source text not null,
  state text not null, batches integer not null, removals integer not null,
  first_seen_at bigint not null, last_seen_at bigint not null, decided_at bigint,
  decided_by text,
  primary key (collective_id, entity_id));

create table membership_leavings (
  collective_id text not null, entity_id text not null, told_at bigint not null,
  primary key (collective_id, entity_id));
`;
