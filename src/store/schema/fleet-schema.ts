/** What the Service last said about every Entity. Instants and flags as in `Store`. */
export interface FleetTables {
  fleet_reads: FleetReadRow;
  fleet_requests: FleetRequestRow;
  fleet_documents: FleetDocumentRow;
  fleet_sessions: FleetSessionRow;
  fleet_commands: FleetCommandRow;
  fleet_changes: FleetChangeRow;
  offboarding_requests: OffboardingRequestRow;
  fleet_facts: FleetFactsRow;
}

/** The state of reading one resource. */
export interface FleetReadRow {
  /** Whose it is: an Entity's id, for `members` a Collective's, '' for what there is once. */
  entity_id: string;
  /** See READ_RESOURCES. */
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
  /** 1: that try told some of it, which was stored. */
  partial: number | null;
  /** `sessions`: from when on all sessions are in the store; null: never read. */
  known_from: number | null;
  /** `sessions`: when it was last read as far back as each week. */
  wide_at: number | null;
  /** `history`: how far back a report needs it, or null. */
  asked_from: number | null;
  /** Hash of the last answer. */
  hash: string | null;
  /** When this console changed it last, or may have; null: never. */
  changed_at: number | null;
  /** When the answer was asked for that was stored last; null: none, or by an earlier version. */
  asked_at: number | null;
}

/** Requests to the Service by clock hour, for the fleet store alone. */
interface FleetRequestRow {
  /** Start of the hour. */
  hour_at: number;
  resource: string;
  count: number;
}

/** The last answer about `features`, `capacity`, `members` or `types`, kept whole. */
interface FleetDocumentRow {
  /** As in `fleet_reads`. */
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
  /** When the answer was asked for that told that, or this version; null: stored by an earlier version. */
  asked_at: number | null;
  /** How many more times the answer that was read last lists it, and whether with another content. */
  listed_again: number;
  listed_differs: number;
}

/** A Command that the Service lists for an Entity, sent by this console or another system. */
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
  /** When the answer was asked for that told it last; null: stored by an earlier version, as `known_at`. */
  asked_at: number | null;
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

/** What lists show of an Entity. An Entity without a row has none yet. */
export interface FleetFactsRow {
  entity_id: string;
  computed_at: number;
  /** When it is computed again although nothing of it changed: some of it depends on the time. */
  due_at: number;
  /** The newest due Command, of this console or another system; null: none is known. */
  last_verdict: string | null;
  last_type: string | null;
  /** Null: the Service does not say when. */
  last_at: number | null;
  last_ours: number | null;
  /** When its Commands were read from the Service, or null. */
  commands_at: number | null;
  /** When its device was last known to be there. */
  seen_at: number | null;
  /** When its newest session ended; null: none is known, or the Entity was offboarded. */
  session_at: number | null;
  /** From when on its sessions were read; null: never. */
  sessions_from: number | null;
  /** Millionths, of the sessions that began in the 30 days up to `last_day`; null: none has one that adds up. */
  energy: number | null;
  /** The unit with most sessions. */
  unit: string;
  /** The same per UTC day, separated by commas, the last one last; empty: not known of this day. */
  days: string;
  /** Days since the epoch. */
  last_day: number;
  sessions_at: number | null;
  /** Sessions in this energy, and those that are left out: with other units, and with none that adds up. */
  counted: number;
  other_units: number;
  without_energy: number;
  /** All sessions that began before are known, in milliseconds; null: never read. */
  complete_before: number | null;
  /** Null: the Service has none, or it was never read. */
  capacity: number | null;
  capacity_at: number | null;
  /** Whether charge sessions are captured; null: not offered, or never read. */
  capture: number | null;
  features_at: number | null;
  /** From its first Location. */
  place: string | null;
  places_at: number | null;
  planned_type: string | null;
  planned_at: number | null;
  /** Resources of which the last read failed, and why the first of them did. */
  failing: number;
  message: string | null;
  /** Resources of which the last read told a part, and what was left out of the first of them. */
  partial: number;
  partial_message: string | null;
  /** The resources of these, by commas. */
  partial_of: string;
  /** Resources that were never read. */
  unread: number;
  /** The oldest last read of its resources. */
  read_at: number | null;
}
