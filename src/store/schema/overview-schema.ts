/** Tables of the Overview. Instants as in `Store`. */
export interface OverviewTables {
  dismissed_attention: DismissedAttentionRow;
}

/** An attention item that an operator dismissed. */
interface DismissedAttentionRow {
  /** What it is about; a new fault has another key. */
  key: string;
  reason: string;
  operator_id: string;
  operator_name: string;
  at: number;
}
