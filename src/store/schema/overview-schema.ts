/** Tables of the Overview. Instants as in `Store`. */
export interface OverviewTables {
  dismissed_attention: DismissedAttentionRow;
}

/** An attention item that an operator hid for a day. */
interface DismissedAttentionRow {
  /** What it is about; a new fault has another key. */
  key: string;
  at: number;
}
