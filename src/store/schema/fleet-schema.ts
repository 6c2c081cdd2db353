/** The Service's last answers about every Entity. Instants and flags as in `Store`. */
export interface FleetTables {
  fleet_reads: FleetReadRow;
  fleet_requests: FleetRequestRow;
  fleet_documents: FleetDocumentRow;
  fleet_sessions: FleetSessionRow;
  session_days: SessionDayRow;
  offboarding_requests: OffboardingRequestRow;
}

/** The state of reading one resource. */
export interface FleetReadRow {
  /** The owner: an Entity's id, for `members` a Collective's, '' for deployment-wide resources. */
  entity_id: string;
  /** See READ_RESOURCES. */
  resource: string;
  /** Which reads go first: 0 requested, 1 due by policy, 2 history. */
  rank: number;
  due_at: number;
  /** The last success, and the last try that gave data. */
  read_at: number | null;
  tried_at: number | null;
  /** Failures since the last success. */
  tries: number;
  /** Why the last try failed, as the Service's message; null: it did not. */
  message: string | null;
  /** 1: that try was partial, and the usable part was stored. */
  partial: number | null;
  /** `sessions`: from when on all sessions are in the store; null: never read. */
  known_from: number | null;
  /** `sessions`: when it last had its longer weekly read. */
  wide_at: number | null;
  /** `history`: how far back a report needs it, or null. */
  asked_from: number | null;
  /** Hash of the last answer. */
  hash: string | null;
  /** When this console changed it last, or may have; null: never. */
  changed_at: number | null;
  /** When the last stored answer was requested; null: none, or by an earlier version. */
  asked_at: number | null;
}

/** Requests of the fleet store to the Service, by clock hour. */
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

/** A charge session as the Service reported it. If its content changes later, it gets a new version. */
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
  /** What reports count of it, as JSON, see `SessionFacts`; null: of the content, as it was stored before. */
  facts: string | null;
  hash: string;
  /** When this version was first read. */
  seen_at: number;
  /** When the Service no longer listed it, or null. */
  gone_at: number | null;
  /** When the answer with that, or with this version, was requested; null: stored by an earlier version. */
  asked_at: number | null;
  /** How many more times the last answer lists it, and whether with different content. */
  listed_again: number;
  listed_differs: number;
}

/** The sessions of an Entity in one unit that began on one day of its site. */
export interface SessionDayRow {
  entity_id: string;
  /** In days since 1970-01-01. */
  day: number;
  /** Verbatim; empty: none reported. */
  unit: string;
  /** Millionths of the unit, of those with energy. */
  energy: number | bigint;
  sessions: number;
  /** Of these, those with energy that can be added, and those whose energy is in doubt. */
  counted: number;
  doubtful: number;
}

/** An Offboarding Request from the Service's last answer. */
interface OffboardingRequestRow {
  id: string;
  entity_id: string | null;
  status: string | null;
  /** JSON in the specification's shape. */
  content: string;
  known_at: number;
}
