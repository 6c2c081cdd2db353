import type { ReportTables } from './report-schema.ts';
import type { SessionTables } from './session-schema.ts';
import type { ResolutionTables } from './resolution-schema.ts';

/** Tables of the console's store. Instants are milliseconds since the epoch, flags 0 or 1. */
export interface Store extends SessionTables, ReportTables, ResolutionTables {
  store_probe: { id: number; filler: string };
  collectives: CollectiveRow;
  entities: EntityRow;
  memberships: MembershipRow;
  membership_sightings: MembershipSightingRow;
  membership_leavings: MembershipLeavingRow;
  directory_seeds: DirectorySeedRow;
  collective_properties: CollectivePropertiesRow;
  directory_conflicts: DirectoryConflictRow;
  directory_imports: DirectoryImportRow;
  directory_import_rows: DirectoryImportChangeRow;
  intents: IntentRow;
  intent_members: IntentMemberRow;
  also_commanded: AlsoCommandedRow;
  intent_types: IntentTypeRow;
  intent_batches: IntentBatchRow;
  commands: CommandRow;
  command_observations: ObservationRow;
  counters: CounterRow;
  sweeps: SweepRow;
  sweep_items: SweepItemRow;
  bulk_runs: BulkRunRow;
  bulk_items: BulkItemRow;
  templates: TemplateRow;
  places: PlaceRow;
  place_reads: PlaceReadRow;
  gatherings: GatheringRow;
  seals: SealRow;
  audit_log: AuditLogRow;
}

interface Known {
  /** `typed`, `import`, `world:<key>`, `answer:delete-member`, `batch` or `offboarding`. */
  source: string;
  known_at: number;
}

/** The directory record of a Collective or an Entity. */
interface RecordedRow extends Known {
  id: string;
  type: string | null;
  place: string | null;
  note: string | null;
  /** JSON array. */
  tags: string;
  /** JSON: the source of a field, if it differs from the record's source. */
  origins: string;
  /** 0: listed. Bit 1: another world's. Bit 2: archived by an operator. */
  archived: number;
  /** The text in which a search looks, lower-cased. */
  search: string;
  /** Status and time of the Service's last refusal of this id; null after a success. */
  unreachable_status: number | null;
  unreachable_at: number | null;
}

export interface CollectiveRow extends RecordedRow {
  name: string;
  owner: string | null;
}

export interface EntityRow extends RecordedRow {
  name: string | null;
  brand: string | null;
  sort_name: string;
  sort_type: string;
  sort_brand: string;
  sort_place: string;
}

/** An operator's own value that a newer fact or file contradicts. */
interface DirectoryConflictRow {
  kind: string;
  thing_id: string;
  field: string;
  ours: string;
  theirs: string;
  source: string;
  seen_at: number;
  /** `open`, `kept` or `taken`. */
  state: string;
}

export interface DirectoryImportRow {
  id: string;
  operator_name: string;
  at: number;
  /** JSON. */
  result: string;
  undone_at: number | null;
}

/** A change of the last import: a record, or a membership (whose Entity is `other_id`). */
export interface DirectoryImportChangeRow {
  import_id: string;
  kind: string;
  thing_id: string;
  other_id: string;
  /** JSON; null: it did not exist. */
  before: string | null;
  /** JSON; null: it was removed. */
  after: string | null;
}

export interface MembershipRow extends Known {
  collective_id: string;
  entity_id: string;
}

/** An Entity that answers named for a Collective while it was not a known member. */
export interface MembershipSightingRow {
  collective_id: string;
  entity_id: string;
  /** `batch`, `answer:delete-member`, or `typed`: an operator removed it before any answer named it. */
  source: string;
  /** `pending`, `joined` or `dismissed`. */
  state: string;
  /** Batches whose answer named it, and answers to removing a member. */
  batches: number;
  removals: number;
  first_seen_at: number;
  last_seen_at: number;
  /** When it entered its state, and who decided; null: the console itself, or an edit of the Entity. */
  decided_at: number | null;
  decided_by: string | null;
}

/** A member that the last answer to removing a member lacks, together with too many others. */
interface MembershipLeavingRow {
  collective_id: string;
  entity_id: string;
  told_at: number;
}

/** The custom properties of a Collective from the Service's last answer. */
interface CollectivePropertiesRow {
  collective_id: string;
  /** JSON. */
  properties: string;
  told_at: number;
}

interface DirectorySeedRow {
  source: string;
  content_hash: string;
  imported_at: number;
}

export interface IntentRow {
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
  /** Increases with every change of the intent or of one of its Commands. */
  version: number;
  /** The version in which it was recorded; 0 if no longer known. */
  recorded_version: number;
  /** When its first and its last Command take effect: the trigger time, or the send. */
  effect_from: number;
  effect_to: number;
  /** Members with fewer Commands than requested, once the outcome is stored. */
  unaccounted: number;
  /** When the console checks for them next, or null. */
  next_check_at: number | null;
  /** When a check found Commands that an earlier one had not. */
  late_find_at: number | null;
  /** The Service's clock against ours by its Date headers: before the send, and first known after it. */
  clock_low: number | null;
  clock_high: number | null;
  clock_after_low: number | null;
  clock_after_high: number | null;
}

export interface IntentMemberRow {
  dispatch_id: string;
  entity_id: string;
  name: string | null;
  type: string | null;
}

/** An Entity that the answer commanded without being a known member at the send. */
interface AlsoCommandedRow {
  dispatch_id: string;
  entity_id: string;
}

/** The Service's answer to an accepted dispatch: large, so not in the row that every change updates. */
interface IntentBatchRow {
  dispatch_id: string;
  /** JSON. */
  batch: string;
}

/** The Command types of a dispatch. */
interface IntentTypeRow {
  dispatch_id: string;
  type: string;
}

export interface CommandRow {
  dispatch_id: string;
  /** Position in the Service's answer. */
  position: number;
  id: string;
  entity_id: string;
  type: string | null;
  value: string | null;
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
  version: number;
  /** The version in which it was first stored; 0 if no longer known. */
  recorded_version: number;
  /** Trigger time as an instant, or null. */
  trigger_at: number | null;
  /** `certain` or `probable` if a check of an unknown outcome found it; null: the answer named it. */
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

export interface ObservationRow {
  dispatch_id: string;
  position: number;
  sequence: number;
  seen_at: number;
  status: string;
  verification: string | null;
  error: string | null;
  /** 1: the Command had been settled before. */
  late: number;
}

interface CounterRow {
  name: string;
  value: number;
}

export interface SweepRow {
  id: string;
  dispatch_id: string;
  operator_id: string;
  operator_name: string;
  session_hash: string;
  reason: string | null;
  /** `running`, `stopped` or `done`. */
  state: string;
  created_at: number;
  finished_at: number | null;
  version: number;
}

export interface SweepItemRow {
  sweep_id: string;
  /** Position of the Command in its batch. */
  position: number;
  entity_id: string;
  command_id: string;
  trigger_at: number | null;
  /** `waiting`, `sending` (its one request is in flight), `canceled`, `too-late`, `refused`, `unknown`. */
  state: string;
  words: string | null;
  at: number | null;
}

/** A change of many Entities. */
export interface BulkRunRow {
  id: string;
  operator_id: string;
  operator_name: string;
  session_hash: string;
  reason: string | null;
  /** How the Entities were chosen, as a label. */
  chosen_by: string;
  /** JSON. */
  origin: string | null;
  /** JSON. */
  change: string;
  /** The target of the change, to detect conflicting runs. */
  subject: string;
  body_hash: string;
  /** `running`, `stopped` or `done`. */
  state: string;
  total: number;
  created_at: number;
  finished_at: number | null;
}

export interface BulkItemRow {
  run_id: string;
  position: number;
  entity_id: string;
  /** See BulkItemState. */
  state: string;
  /** JSON of the wanted value. */
  wanted: string;
  /** JSON of the value read before; null where it was not read. */
  before: string | null;
  before_at: number | null;
  /** JSON of the value read after a doubtful answer. */
  after: string | null;
  after_at: number | null;
  /** The Offboarding Request that was made, or was open before. */
  request_id: string | null;
  /** JSON of why it ended so. */
  note: string | null;
  /** The text that earlier versions stored in place of a note. */
  words: string | null;
  at: number | null;
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

/** The state of reading the Locations of an Entity. */
interface PlaceReadRow {
  entity_id: string;
  /** `unread`, `read` or `failed`: the last attempt. */
  state: string;
  words: string | null;
  /** The last attempt, and the last one that succeeded. */
  at: number | null;
  read_at: number | null;
  /** The last run that included it. */
  gathering_id: string | null;
  /** 1: that run has yet to read it. */
  waiting: number;
}

/** One run of reading the Locations of many Entities. */
export interface GatheringRow {
  id: string;
  collective_id: string | null;
  kind: string;
  operator_name: string;
  /** `running`, `stopped` or `done`. */
  state: string;
  started_at: number;
  finished_at: number | null;
  total: number;
  requests: number;
}

/** A sealed state of a receipt; rows are only ever added. */
export interface SealRow {
  dispatch_id: string;
  revision: number;
  sealed_at: number;
  hash: string;
  cause: string;
  /** Canonical JSON of the sealed content. */
  content: string;
  /** Version of the intent that was sealed. */
  version: number;
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
