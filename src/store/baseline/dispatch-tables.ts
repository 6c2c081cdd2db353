/** The ledger: dispatches, their Commands, what became of them, and jobs. */
export const DISPATCH_TABLES = `
create table intents (
  id text not null, operator_id text not null, operator_name text not null,
  session_hash text not null, collective_id text not null, collective_name text not null,
  kind text not null, items text not null, body_hash text not null, outcome text not null,
  reason text, batch_id text, answer text, unknown_cause text,
  ignore_cooldown integer not null, member_count integer not null, answer_status integer,
  upstream_status integer, created_at bigint not null, outcome_at bigint, overridden text,
  previous_id text, planned text, version bigint default 0 not null, next_check_at bigint,
  late_find_at bigint, clock_low bigint, clock_high bigint, clock_after_low bigint,
  clock_after_high bigint, unaccounted bigint default 0 not null,
  recorded_version bigint default 0 not null, effect_from bigint default 0 not null,
  effect_to bigint default 0 not null, process text,
  primary key (id));
create index intents_by_created_at on intents (created_at);
create index intents_by_version on intents (version);
create index intents_by_collective_id_created_at on intents (collective_id, created_at);
create index intents_by_previous_id on intents (previous_id);
create index intents_by_outcome_created_at on intents (outcome, created_at);
create index intents_by_next_check_at on intents (next_check_at);
create index intents_by_effect_to on intents (effect_to, effect_from);
create index intents_by_unaccounted on intents (unaccounted);

create table intent_members (
  dispatch_id text not null, entity_id text not null, name text, type text,
  primary key (dispatch_id, entity_id));

create table intent_types (
  dispatch_id text not null, type text not null,
  primary key (dispatch_id, type));
create index intent_types_by_type_intent_id on intent_types (type, dispatch_id);

create table intent_batches (
  dispatch_id text not null, batch text not null,
  primary key (dispatch_id));

create table also_commanded (
  dispatch_id text not null, entity_id text not null,
  primary key (dispatch_id, entity_id));
create index also_commanded_by_entity on also_commanded (entity_id, dispatch_id);

create table commands (
  dispatch_id text not null, id text not null, entity_id text not null, status text not null,
  type text, value text, trigger_time text, error text, verification text, read_error text,
  position integer not null, settled integer not null, poll_interval integer not null,
  changes integer not null, observed_at bigint not null, changed_at bigint not null,
  due_at bigint not null, next_poll_at bigint not null, trigger_at bigint, matched text,
  late_change_at bigint, acknowledged_at bigint, verdict text default 'unrecognised' not null,
  version bigint default 0 not null, found_late_at bigint, recheck_at bigint,
  recorded_version bigint default 0 not null,
  primary key (dispatch_id, position));
create index commands_by_id on commands (id);
create index commands_by_settled_next_poll_at on commands (settled, next_poll_at);
create index commands_by_intent_id_settled_verdict on commands (dispatch_id, settled, verdict);
create index commands_by_intent_id_version on commands (dispatch_id, version);
create index commands_by_entity_id_trigger_at on commands (entity_id, trigger_at);
create index commands_by_settled_intent_id_next_poll_at
  on commands (settled, dispatch_id, next_poll_at);
create index commands_by_entity_id_verdict_type_trigger_at_changed_at
  on commands (entity_id, verdict, type, trigger_at, changed_at);
create index commands_by_trigger_at on commands (trigger_at);
create index commands_by_due on commands (entity_id, due_at, version);
create index commands_by_recheck_at on commands (recheck_at);
create index commands_by_due_at_verdict on commands (due_at, verdict);
create index commands_by_version on commands (version, entity_id);

create table command_observations (
  dispatch_id text not null, status text not null, verification text, error text,
  position integer not null, sequence integer not null, seen_at bigint not null,
  late bigint default 0 not null,
  primary key (dispatch_id, position, sequence));

create table closings (
  dispatch_id text not null, at bigint not null, verdict text not null, reason text not null,
  operator_id text not null, operator_name text not null,
  primary key (dispatch_id, at));

create table resolutions (
  id text not null, dispatch_id text not null, state text not null, operator_name text,
  verdict text, adopted integer not null, started_at bigint not null,
  window_start bigint not null, window_end bigint not null, finished_at bigint,
  clock_low bigint, clock_high bigint, clock_confirmed bigint, horizon_at bigint,
  primary key (id));
create index resolutions_by_intent_id_started_at on resolutions (dispatch_id, started_at);

create table resolution_members (
  resolution_id text not null, entity_id text not null, evidence text not null, words text,
  checked_at bigint, version bigint default 0 not null,
  primary key (resolution_id, entity_id));

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
