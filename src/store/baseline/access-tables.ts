/** Operators, their sessions and codes; the audit log; what belongs to no room. */
export const ACCESS_TABLES = `
create table operators (
  id text not null, name text not null, role text not null, created_at bigint not null,
  disabled_at bigint,
  primary key (id));

create table sessions (
  id_hash text not null, operator_id text not null, created_at bigint not null,
  last_used_at bigint not null, confirmed_at bigint not null, address text, browser text,
  provider text,
  primary key (id_hash));
create index sessions_by_operator on sessions (operator_id);

create table identities (
  issuer text not null, subject text not null, operator_id text not null, password_hash text,
  created_at bigint not null,
  primary key (issuer, subject));
create index identities_by_operator on identities (operator_id);

create table one_time_codes (
  code_hash text not null, purpose text not null, operator_id text, payload text,
  created_at bigint not null, expires_at bigint not null, used_at bigint,
  primary key (code_hash));
create index one_time_codes_by_operator on one_time_codes (operator_id, purpose);

create table sign_in_attempts (
  key text not null, failures bigint not null, at bigint not null,
  primary key (key));

create table grants (
  operator_id text not null, position bigint not null, type text, collective_id text,
  ignore_cooldown bigint not null,
  primary key (operator_id, position));

create table api_tokens (
  id text not null, token_hash text not null, operator_id text not null, name text not null,
  created_at bigint not null, last_used_at bigint,
  primary key (id));
create unique index api_tokens_by_hash on api_tokens (token_hash);

create table audit_log (
  action text not null, outcome text not null, previous_hash text not null, hash text not null,
  operator_id text, operator_name text, session_hash text, address text, request_id text,
  target text, body text, intent_id text, upstream_status integer, sequence bigint not null,
  at bigint not null,
  primary key (sequence));
create index audit_log_by_action_sequence on audit_log (action, sequence);
create index audit_log_of_settled on audit_log (intent_id) where action = 'batch-settled';

create table processes (
  id text not null, started_at bigint not null, lease_until bigint not null,
  leads bigint not null,
  primary key (id));
create unique index processes_that_lead on processes (leads) where leads = 1;

create table counters (name text not null, value bigint not null, primary key (name));

create table store_probe (id integer not null primary key, filler text not null);

create table templates (
  id text not null, name text not null, operator_id text not null, operator_name text not null,
  content text not null, created_at bigint not null,
  primary key (id));

create table dismissed_attention (key text not null, at bigint not null, primary key (key));
`;
