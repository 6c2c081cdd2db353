/** Tables of jobs, which change many items one by one. Instants as in `Store`. */
export interface JobTables {
  jobs: JobRow;
  job_items: JobItemRow;
}

export interface JobRow {
  id: string;
  /** `change`, `offboard` or `cancel`. */
  kind: string;
  operator_id: string;
  operator_name: string;
  session_hash: string;
  reason: string | null;
  /** How the Entities were chosen, as a label. */
  chosen_by: string | null;
  /** JSON: the job that this one sets back or repeats. */
  origin: string | null;
  /** JSON: see JobChange. */
  change: string;
  /** What it changes: two jobs with the same subject must not share items. */
  subject: string;
  /** The dispatch whose Commands are canceled. */
  dispatch_id: string | null;
  body_hash: string;
  /** `running`, `stopped` or `done`. */
  state: string;
  total: number;
  created_at: number;
  finished_at: number | null;
  /** The process that works on it, and until when no other may. */
  claimed_by: string | null;
  claimed_until: number | null;
}

export interface JobItemRow {
  job_id: string;
  /** The order in which items are processed. */
  position: number;
  entity_id: string;
  command_id: string | null;
  trigger_at: number | null;
  /** See JobItemState. */
  state: string;
  /** JSON of the wanted value. */
  wanted: string | null;
  /** JSON of the value read before it was sent: see JobReading. */
  before: string | null;
  /** JSON of the value read after a doubtful answer. */
  after: string | null;
  /** The Offboarding Request that was made, or was open before. */
  request_id: string | null;
  /** JSON of the cause of its result. */
  note: string | null;
  at: number | null;
}
