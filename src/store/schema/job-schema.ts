/** Tables of runs that change many items one by one. Instants as in `Store`. */
export interface JobTables {
  sweeps: SweepRow;
  sweep_items: SweepItemRow;
  bulk_runs: BulkRunRow;
  bulk_items: BulkItemRow;
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
  /** JSON of the value read before; null if it was not read. */
  before: string | null;
  before_at: number | null;
  /** JSON of the value read after a doubtful answer. */
  after: string | null;
  after_at: number | null;
  /** The Offboarding Request that was made, or was open before. */
  request_id: string | null;
  /** JSON of the cause of its result. */
  note: string | null;
  /** The text that earlier versions stored instead of a note. */
  words: string | null;
  at: number | null;
}
