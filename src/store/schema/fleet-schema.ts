/** What the Service last said about every Entity. Instants and flags as in `Store`. */
export interface FleetTables {
  fleet_reads: FleetReadRow;
  fleet_requests: FleetRequestRow;
  fleet_documents: FleetDocumentRow;
  fleet_sessions: FleetSessionRow;
  fleet_commands: FleetCommandRow;
  fleet_changes: FleetChangeRow;
  offboarding_requests: OffboardingRequestRow;
}

/** The state of reading one resource of an Entity. */
export interface FleetReadRow {
  entity_id: string;
  /** See FLEET_RESOURCES. */
  resource: string;
  /** Which reads go first: 0 asked for, 1 due by policy, 2 history. */
  rank: number;
  due_at: number;
  /** Until when a process has taken it; in the past: free. */
  claimed_until: number;
  /** The last success, and the last try that told something. */
  read_at: number | null;
  tried_at: number | null;
  /** Failures since the last success. */
  tries: number;
  /** Why the last try failed, in the Service's words; null: it did not. */
  message: string | null;
  /** `sessions`: from when on all sessions are in the store; null: never read. */
  known_from: number | null;
  /** `sessions`: when it was last read as far back as each week. */
  wide_at: number | null;
  /** `history`: how far back a report needs it, or null. */
  asked_from: number | null;
  /** Hash of the last answer. */
  hash: string | null;
}

/** Requests to the Service by clock hour, for the fleet store alone. */
interface FleetRequestRow {
  /** Start of the hour. */
  hour_at: number;
  resource: string;
  count: number;
}

/** The last answer about a resource that is no list of its own: `features` and `capacity`. */
export interface FleetDocumentRow {
  entity_id: string;
  resource: string;
  /** JSON in the specification's shape, with unknown fields. */
  content: string;
  known_at: number;
}

/** A charge session as the Service told it. One that it later tells differently gets a new version. */
export interface FleetSessionRow {
  entity_id: string;
  id: string;
  /** From 1. */
  version: number;
  /** 1: the newest version of a session that the Service still lists. */
  current: number;
  start_ms: number | null;
  end_ms: number | null;
  created_ms: number | null;
  /** Millionths of the unit; null: none reported, or too large to be added. */
  energy: number | null;
  /** Verbatim; empty: none reported. */
  unit: string;
  /** JSON in the specification's shape, with unknown fields. */
  content: string;
  hash: string;
  /** When this version was first read. */
  seen_at: number;
  /** When the Service no longer listed it, or null. */
  gone_at: number | null;
}

/** A Command that the Service lists for an Entity, whoever sent it. */
export interface FleetCommandRow {
  entity_id: string;
  id: string;
  type: string | null;
  value: string | null;
  /** Trigger time as an instant, or null. */
  trigger_at: number | null;
  status: string;
  /** The derived status. */
  verdict: string;
  /** JSON in the specification's shape, with unknown fields. */
  content: string;
  /** When it was read last, and when it was first read like this. */
  known_at: number;
  changed_at: number;
}

/** Entities of which something was stored that lists have not taken over yet. */
interface FleetChangeRow {
  entity_id: string;
}

/** An Offboarding Request as the Service last told it. */
interface OffboardingRequestRow {
  id: string;
  entity_id: string | null;
  status: string | null;
  /** JSON in the specification's shape. */
  content: string;
  known_at: number;
}
