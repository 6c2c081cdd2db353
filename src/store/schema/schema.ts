import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ApprovalTables } from './approval-schema.ts';
import type { DirectoryTables } from './directory-schema.ts';
import type { ReportTables } from './report-schema.ts';
import type { FleetTables } from './fleet-schema.ts';
import type { JobTables } from './job-schema.ts';
import type { OverviewTables } from './overview-schema.ts';
import type { SessionTables } from './session-schema.ts';
import type { ResolutionTables } from './resolution-schema.ts';

/** Tables of the console's store. Instants are milliseconds since the epoch, flags 0 or 1. */
export interface Store
  extends
    SessionTables,
    ApprovalTables,
    DirectoryTables,
    ReportTables,
    FleetTables,
    JobTables,
    OverviewTables,
    ResolutionTables {
  store_probe: { id: number; filler: string };
  intents: IntentTable;
  commands: CommandTable;
  /** A view: the Commands that the Service named, whichever system sent them. */
  known_commands: KnownCommandRow;
  /** A view: those of our dispatches. */
  sent_commands: CommandRow;
  /** A view: the known members of the Collective at each send. */
  intent_members: IntentMemberRow;
  command_changes: CommandChangeRow;
  dispatch_due: DispatchDueRow;
  counters: CounterRow;
  processes: ProcessRow;
  templates: TemplateRow;
  places: PlaceRow;
  audit_log: AuditLogRow;
  audit_cuts: AuditCutRow;
}

interface IntentTable {
  /** The Idempotency-Key. */
  id: string;
  operator_id: string;
  operator_name: string;
  session_hash: string;
  collective_id: string;
  collective_name: string;
  kind: string;
  /** JSON: the requested Commands. */
  items: string;
  ignore_cooldown: number;
  reason: string | null;
  body_hash: string;
  member_count: number;
  created_at: number;
  outcome: string;
  outcome_at: number | null;
  batch_id: string | null;
  /** Status of the answer to the browser. */
  answer_status: number | null;
  /** JSON: code, source and message of a failure. The batch of an accepted one has its own table. */
  answer: string | null;
  upstream_status: number | null;
  unknown_cause: string | null;
  /** JSON: the overridden findings of the guard, or null. */
  overridden: string | null;
  /** The intent that this one repeats deliberately. */
  previous_id: string | null;
  /** JSON: the entered wall clock of each item, or null. */
  planned: string | null;
  /** The process that sends it; it becomes unknown once the lease of that has run out. */
  process: string | null;
  /** When its first and its last Command take effect: the trigger time, or the send. */
  effect_from: number;
  effect_to: number;
  /** The types of its Commands, requested or in the answer, each between bars: `|Reset|`. */
  types: Generated<string>;
  /** 1: no record of it is kept yet; 2: one is, and it was open again afterwards; 0: no Command of it is open. */
  unsettled: Generated<number>;
  /** Entities that the answer commanded without being known members at the send. */
  strangers: Generated<number>;
  /** Members with fewer Commands than requested, once the outcome is stored. */
  unaccounted: number;
  /** When the console checks for them next, or null. */
  next_check_at: number | null;
  /** When a check found Commands that an earlier one had not. */
  late_find_at: number | null;
  /** Offset of the Service's clock by its Date headers: before the send, and first known after it. */
  clock_low: number | null;
  clock_high: number | null;
  clock_after_low: number | null;
  clock_after_high: number | null;
}

export type IntentRow = Selectable<IntentTable>;

interface IntentMemberRow {
  dispatch_id: string;
  entity_id: string;
  name: string | null;
  type: string | null;
}

/** A Command of one of our dispatches, as last read. */
export interface CommandRow {
  key: number;
  dispatch_id: string;
  entity_id: string;
  /** The id that the Service gave it. */
  id: string;
  /** Counts the Commands of the dispatch for the Entity. */
  item: number;
  /** 1: the Entity was a known member of the Collective at the send. */
  member: number;
  /** Name and type of such an Entity at the send. */
  name: string | null;
  entity_type: string | null;
  /** Position in the Service's answer. */
  position: number;
  type: string | null;
  value: string | null;
  /** The trigger time as the Service wrote it, unless it is the text of `trigger_at`. */
  trigger_time: string | null;
  status: string;
  /** JSON or null. */
  error: string | null;
  /** JSON or null. */
  verification: string | null;
  observed_at: number;
  changed_at: number;
  read_error: string | null;
  /** 1: no longer read, since it is final or the console gave up. */
  settled: number;
  /** The start of its age: the trigger time, or the send. */
  due_at: number;
  poll_interval: number;
  next_poll_at: number;
  /** Number of observed changes. */
  changes: number;
  /** The derived status. */
  verdict: string;
  /** Trigger time as an instant, or null. */
  trigger_at: number | null;
  /** `check` if a check of an unknown outcome found it; null: the answer named it. */
  matched: string | null;
  /** When it changed after it had been settled. */
  late_change_at: number | null;
  /** When its success was first observed: from then on a verification is awaited. */
  acknowledged_at: number | null;
  /** When a check found it after an earlier one had not. */
  found_late_at: number | null;
  /** When it is checked again although it has settled, or null. */
  recheck_at: number | null;
}

/** Columns that a row without an id, or of another system, may lack. */
type Open =
  | 'id'
  | 'dispatch_id'
  | 'position'
  | 'status'
  | 'verdict'
  | 'observed_at'
  | 'changed_at'
  | 'due_at'
  | 'poll_interval'
  | 'next_poll_at';

/** A Command that the Service named, whichever system sent it. */
export type KnownCommandRow = Omit<CommandRow, 'dispatch_id' | 'due_at'> & {
  /** Null: another system sent it, as far as known. */
  dispatch_id: string | null;
  /** When it takes effect, or was sent; null: the Service does not say. */
  due_at: number | null;
};

/** Columns with a default. */
type Given = 'item' | 'member' | 'settled' | 'changes';

/**
 * A Command. Of a dispatch, each known member has a row from before the send: without an id, until the
 * Service names its Command. One without a dispatch was sent by another system, as far as known.
 */
export type CommandTable = {
  [C in Exclude<keyof CommandRow, Open | Given | 'key'>]: CommandRow[C];
} & {
  [C in Open]: CommandRow[C] | null;
} & { [C in Given]: Generated<CommandRow[C]> } & { key: GeneratedAlways<number> };

/** A state of a Command that a later one has replaced; rows are only ever added. */
export interface CommandChangeRow {
  command_key: number;
  /** From 0. */
  sequence: number;
  /** When it was first seen like this. */
  seen_at: number;
  status: string;
  verification: string | null;
  error: string | null;
  /** 1: the Command had been settled before. */
  late: number;
}

/** Work on a dispatch that is left for after the transaction which made it. */
interface DispatchDueRow {
  /** See `DueWork`. */
  work: string;
  dispatch_id: string;
}

/** A running console process. */
interface ProcessRow {
  id: string;
  started_at: number;
  /** Without a renewal until then it counts as gone. */
  lease_until: number;
  /** 1: it works in the background; one process at most. */
  leads: number;
}

interface CounterRow {
  name: string;
  value: number;
}

export interface TemplateRow {
  id: string;
  name: string;
  operator_id: string;
  operator_name: string;
  /** JSON. */
  content: string;
  created_at: number;
}

/** A Location of an Entity from the Service's last answer. */
export interface PlaceRow {
  entity_id: string;
  id: string;
  latitude: number;
  longitude: number;
  label: string | null;
  /** The text in which a search looks: the label, lower-cased. */
  search: string;
  /** 1: its coordinates lie outside the valid range. */
  odd: number;
  known_at: number;
}

/** Rows are only ever added; each holds the hash of the previous one. */
export interface AuditLogRow {
  sequence: number;
  at: number;
  action: string;
  operator_id: string | null;
  operator_name: string | null;
  session_hash: string | null;
  address: string | null;
  request_id: string | null;
  target: string | null;
  body: string | null;
  outcome: string;
  upstream_status: number | null;
  /** The dispatch that it belongs to. The hash covers this name, so it must not change. */
  intent_id: string | null;
  previous_hash: string;
  hash: string;
}

/** Where the oldest rows of the log were removed: number and hash of the last of them. */
interface AuditCutRow {
  sequence: number;
  hash: string;
  cut_at: number;
}
