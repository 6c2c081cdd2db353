/** Reports: their definitions, sessions and sums. */
export const REPORTS_TABLES = `
create table report_documents (
  kind text not null, id text not null, content text not null, operator_id text not null,
  operator_name text not null, version integer not null, hidden integer not null,
  saved_at bigint not null,
  primary key (kind, id, version));

create table report_runs (
  id text not null, state text not null, operator_id text not null,
  operator_name text not null, definition_id text, definition text not null, tariff text,
  zone text not null, boundary text not null, name text, relation_kind text, relation_run text,
  progress text, manifest text, manifest_hash text, run_no integer not null,
  definition_version integer, requests integer not null, resumed_requests integer not null,
  start_ms bigint not null, end_ms bigint not null, read_from bigint not null,
  read_to bigint not null, created_at bigint not null, resumed_at bigint not null,
  finished_at bigint, draft_until bigint, before_sums text,
  sealed_at bigint, sealed_by text, seal_key text,
  primary key (id));
create unique INDEX report_runs_by_run_no on report_runs (run_no);
create index report_runs_by_relation_run_relation_kind
  on report_runs (relation_run, relation_kind);

create table report_entities (
  entity_id text not null, name text, type text, collectives text not null,
  state text not null, token text, error text, hash text, run_no integer not null,
  entity_no integer not null, pages integer not null, sessions integer not null,
  duplicates integer not null, restarts integer not null, capture integer,
  changed_at bigint not null, asked text, asked_at bigint, read_at bigint, known_from bigint,
  primary key (run_no, entity_no));
create unique INDEX report_entities_by_entity_id on report_entities (run_no, entity_id);
create index report_entities_by_state_entity_no on report_entities (run_no, state, entity_no);

create table report_places (
  key text not null, location_id text, label text, address text, zone text,
  run_no integer not null, place_no integer not null, accuracy_min bigint, accuracy_max bigint,
  primary key (run_no, place_no));
create unique INDEX report_places_by_key on report_places (run_no, key);

create table report_units (unit text not null, unit_no integer not null, primary key (unit_no));

create table report_sessions (
  run_no integer not null, entity_no integer not null, session_no integer not null,
  unit_no integer not null, place_no integer not null, start_ms bigint, end_ms bigint,
  power bigint, soc_start bigint, soc_end bigint, range_gain bigint, energy bigint, t1 bigint,
  t2 bigint, t3 bigint, t4 bigint, cost bigint, unpriced bigint not null,
  session_id text not null, excluded text, hash text not null,
  primary key (run_no, entity_no, session_no));
create unique INDEX report_sessions_by_entity_no_session_id
  on report_sessions (run_no, entity_no, session_id);

create table report_slices (
  run_no integer not null, entity_no integer not null, session_no integer not null,
  hour_at integer not null, day integer not null, hour integer not null,
  month integer not null, unit_no integer not null, place_no integer not null,
  counts integer not null, duration_ms bigint not null, energy bigint, t1 bigint, t2 bigint,
  t3 bigint, t4 bigint, cost bigint, unpriced bigint not null,
  primary key (run_no, entity_no, session_no, hour_at));
create index report_slices_by_day_hour_entity_no_session_no
  on report_slices (run_no, day, hour, entity_no, session_no);

create table report_time_cells (
  run_no integer not null, unit_no integer not null, hour_at integer not null,
  day integer not null, hour integer not null, month integer not null,
  sessions bigint not null, energy bigint not null, t1 bigint not null, t2 bigint not null,
  t3 bigint not null, t4 bigint not null, rest bigint not null, cost bigint not null,
  unpriced bigint not null, duration_ms bigint not null, soc_gain bigint not null,
  soc_sessions bigint not null, range_gain bigint not null, range_sessions bigint not null,
  primary key (run_no, unit_no, hour_at, day, hour));

create table report_entity_cells (
  run_no integer not null, unit_no integer not null, entity_no integer not null,
  day integer not null, month integer not null, sessions bigint not null,
  energy bigint not null, t1 bigint not null, t2 bigint not null, t3 bigint not null,
  t4 bigint not null, rest bigint not null, cost bigint not null, unpriced bigint not null,
  duration_ms bigint not null, soc_gain bigint not null, soc_sessions bigint not null,
  range_gain bigint not null, range_sessions bigint not null, power_max bigint,
  primary key (run_no, unit_no, entity_no, day));

create table report_place_cells (
  run_no integer not null, unit_no integer not null, place_no integer not null,
  day integer not null, month integer not null, sessions bigint not null,
  energy bigint not null, t1 bigint not null, t2 bigint not null, t3 bigint not null,
  t4 bigint not null, rest bigint not null, cost bigint not null, unpriced bigint not null,
  duration_ms bigint not null, soc_gain bigint not null, soc_sessions bigint not null,
  range_gain bigint not null, range_sessions bigint not null, power_max bigint,
  primary key (run_no, unit_no, place_no, day));

create table report_findings (
  kind text not null, detail text, run_no integer not null, entity_no integer not null,
  session_no integer not null,
  primary key (run_no, kind, entity_no, session_no));
create index report_findings_by_entity_no_session_no_kind
  on report_findings (run_no, entity_no, session_no, kind);

create table report_finding_counts (
  kind text not null, run_no integer not null, entity_no integer not null,
  count integer not null,
  primary key (run_no, kind, entity_no));
`;
