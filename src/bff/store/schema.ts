/** Tables of the console's store. Instants are milliseconds since the epoch, flags 0 or 1. */
export interface Store {
  operators: OperatorRow;
  sessions: SessionRow;
  setup_codes: SetupCodeRow;
  collectives: CollectiveRow;
  entities: EntityRow;
  memberships: MembershipRow;
  directory_seeds: DirectorySeedRow;
  intents: IntentRow;
  intent_members: IntentMemberRow;
  commands: CommandRow;
  command_observations: ObservationRow;
}

export interface OperatorRow {
  id: string;
  name: string;
  /** The name as it is compared: without case. Unique. */
  name_key: string;
  role: string;
  /** `demo` or `local`. */
  source: string;
  password_hash: string | null;
  disabled_at: number | null;
  created_at: number;
}

interface SessionRow {
  /** SHA-256 of the cookie's value, which is stored nowhere. */
  id_hash: string;
  operator_id: string;
  created_at: number;
  last_used_at: number;
}

interface SetupCodeRow {
  code_hash: string;
  expires_at: number;
}

interface Known {
  /** Where the knowledge comes from: `world:<key>` or `import`. */
  source: string;
  known_at: number;
}

export interface CollectiveRow extends Known {
  id: string;
  name: string;
  type: string | null;
  owner: string | null;
  archived: number;
}

export interface EntityRow extends Known {
  id: string;
  name: string | null;
  type: string | null;
  brand: string | null;
  archived: number;
}

export interface MembershipRow extends Known {
  collective_id: string;
  entity_id: string;
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
  /** JSON: the Service's batch where it accepted, else code, source and words of the failure. */
  answer: string | null;
  upstream_status: number | null;
  unknown_cause: string | null;
}

export interface IntentMemberRow {
  intent_id: string;
  entity_id: string;
  name: string | null;
  type: string | null;
}

export interface CommandRow {
  intent_id: string;
  /** Place in the Service's answer. */
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
  /** 1: it is not read any more, since nothing can change or since the console gave up. */
  settled: number;
  /** From when on its age counts: the trigger time, or the send. */
  due_at: number;
  poll_interval: number;
  next_poll_at: number;
  /** How many changes were seen. */
  changes: number;
}

interface ObservationRow {
  intent_id: string;
  position: number;
  sequence: number;
  seen_at: number;
  status: string;
  verification: string | null;
  error: string | null;
}
