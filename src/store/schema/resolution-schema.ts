/** Tables of findings and decisions about unknown outcomes. Instants as in `Store`. */
export interface ResolutionTables {
  resolutions: ResolutionRow;
  resolution_members: ResolutionMemberRow;
  closings: ClosingRow;
}

/** A check of an unknown outcome. */
export interface ResolutionRow {
  id: string;
  dispatch_id: string;
  operator_name: string | null;
  /** `running` or `done`. */
  state: string;
  started_at: number;
  finished_at: number | null;
  window_start: number;
  window_end: number;
  adopted: number;
  /** Null while it runs. */
  verdict: string | null;
  /** The Service's clock at the send, as known at the end of the check; null: unknown. */
  clock_low: number | null;
  clock_high: number | null;
  clock_confirmed: number | null;
  /** Until then Commands of the send may still appear. */
  horizon_at: number | null;
}

/** One Entity of a check. */
interface ResolutionMemberRow {
  resolution_id: string;
  entity_id: string;
  /** `unchecked` until it was read. */
  evidence: string;
  /** Why it could not be checked, or why it is only probable. */
  words: string | null;
  checked_at: number | null;
  version: number;
}

/** How a person closed an unknown outcome; the last one counts. */
interface ClosingRow {
  dispatch_id: string;
  at: number;
  verdict: string;
  reason: string;
  operator_id: string;
  operator_name: string;
}
