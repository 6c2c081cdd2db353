/** Tables of findings and decisions about unknown outcomes. Instants as in `Store`. */
export interface ResolutionTables {
  resolutions: ResolutionRow;
  resolution_members: ResolutionMemberRow;
  closings: ClosingRow;
}

/** The last check of an unknown outcome. */
interface ResolutionRow {
  dispatch_id: string;
  /** Who asked for it; null: the console itself. */
  operator_name: string | null;
  /** `running` or `done`. */
  state: string;
  started_at: number;
  finished_at: number | null;
  /** Of the last check that ended; null before. */
  verdict: string | null;
  /** Until then what was not found may still appear; null: it will not. */
  horizon_at: number | null;
}

/** What is known of an Entity whose Commands the answer did not name. */
export interface ResolutionMemberRow {
  dispatch_id: string;
  entity_id: string;
  /** See `Evidence`; `unread` until it was read. */
  evidence: string;
  /** Why it could not be read. */
  words: string | null;
  /** When the last check read it, or could not; null: not yet. */
  read_at: number | null;
  /** When it was last read without a find. */
  missed_at: number | null;
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
