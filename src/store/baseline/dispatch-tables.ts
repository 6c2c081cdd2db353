/** The ledger: dispatches, their Commands, what became of them, and jobs. */
export const DISPATCH_TABLES = `
create table intents (
  id text not null, operator_id text not null, operator_name text not null,
  session_hash text not null, collective_id text not null, collective_name text not null,
  kind text not null, items text not null, body_hash text not null, outcome text not null,
  reason text, batch_id text, answer text, unknown_cause text,
  ignore_cooldown integer not null, member_count integer not null, answer_status integer,
  upstream_status integer, created_at bigint not null, outcome_at bigint, overridden text,
  previous_id text, planned text, next_check_at bigint,
  late_find_at bigint, clock_low bigint, clock_high bigint, clock_after_low bigint,
  clock_after_high bigint, unaccounted bigint default 0 not null,
  effect_from bigint default 0 not null,
  effect_to bigint default 0 not null, process text, types text default '' not null,
  strangers integer default 0 not null,
  primary key (id));
create index intents_by_created_at on intents (created_at);
create index intents_by_collective_id_created_at on intents (collective_id, created_at);
create index intents_by_previous_id on intents (previous_id) where previous_id is not null;
create index intents_by_outcome_created_at on intents (outcome, created_at);
create index intents_by_next_check_at on intents (next_check_at)
  where next_check_at is not null;
create index intents_by_effect_to on intents (effect_to, effect_from);
create index intents_by_unaccounted on intents (unaccounted) where unaccounted > 0;

create table commands (
  key auto_key, entity_id text not null, id text, dispatch_id text,
  item integer default 0 not null, member integer default 0 not null, name text,
  entity_type text, position integer, type text, value text, trigger_at bigint,
  trigger_time text, status text, verdict text, error text, verification text, matched text,
  settled integer default 1 not null, due_at bigint, observed_at bigint, changed_at bigint,
  changes integer default 0 not null, acknowledged_at bigint, late_change_at bigint,
  found_late_at bigint, poll_interval integer, next_poll_at bigint, recheck_at bigint,
  read_error text);
create unique index commands_by_id on commands (id, entity_id) where id is not null;
create unique index commands_by_dispatch on commands (dispatch_id, entity_id, item)
  where dispatch_id is not null;
create index commands_by_entity on commands (entity_id, due_at) where id is not null;
create index commands_open on commands (entity_id, type) where settled = 0;
create index commands_running on commands (dispatch_id, next_poll_at, type) where settled = 0;
create index commands_rechecked on commands (recheck_at) where recheck_at is not null;
create index commands_of_others on commands ((trigger_at / 3600000), type, trigger_at, verdict)
  where dispatch_id is null;

create view known_commands as select * from commands where id is not null;
create view sent_commands as
  select * from commands where id is not null and dispatch_id is not null;
create view intent_members as
  select dispatch_id, entity_id, name, entity_type as type from commands
  where dispatch_id is not null and item = 0 and member = 1;

create table command_changes (
  command_key bigint not null, sequence integer not null, seen_at bigint not null,
  status text not null, verification text, error text, late integer default 0 not null,
  primary key (command_key, sequence));

create table dispatch_due (
  work text not null, dispatch_id text not null, primary key (work, dispatch_id));

create table closings (
  dispatch_id text not null, at bigint not null, verdict text not null, reason text not null,
  operator_id text not null, operator_name text not null,
  primary key (dispatch_id, at));

create table resolutions (
  dispatch_id text not null, state text not null, operator_name text,
  started_at bigint not null, finished_at bigint, verdict text, horizon_at bigint,
  primary key (dispatch_id));
create index resolutions_by_state on resolutions (state, started_at);

create table resolution_members (
  dispatch_id text not null, entity_id text not null, evidence text not null, words text,
  read_at bigint, missed_at bigint,
  primary key (dispatch_id, entity_id));

create table jobs (
  id text not null, kind text not null, operator_id text not null, operator_name text not null,
  session_hash text not null, reason text, chosen_by text, origin text, change text not null,
  subject text not null, dispatch_id text, body_hash text not null, state text not null,
  total integer not null, created_at bigint not null, finished_at bigint, claimed_by text,
  claimed_until bigint,
  primary key (id));
create index jobs_by_state on jobs (state);
create index jobs_by_dispatch on jobs (dispatch_id) where dispatch_id is not null;

create table job_items (
  job_id text not null, position integer not null, entity_id text not null, command_id text,
  trigger_at bigint, state text not null, wanted text, "before" text, "after" text,
  request_id text, note text, at bigint,
  primary key (job_id, position));
create index job_items_by_state on job_items (job_id, state, position);
`;
