/** Tables of dispatches that somebody else must approve. Instants as in `Store`. */
export interface ApprovalTables {
  approvals: ApprovalRow;
  approval_rules: ApprovalRuleRow;
}

/** The approval that a dispatch needed when it was asked for. */
export interface ApprovalRow {
  dispatch_id: string;
  /** See `ApprovalState`. */
  state: string;
  requested_at: number;
  /** From then on nobody can approve it. */
  expires_at: number;
  decided_at: number | null;
  /** Who approved, refused or withdrew it. */
  operator_id: string | null;
  operator_name: string | null;
  remark: string | null;
}

/** Commands that need an approval; null: every Collective, every type. */
interface ApprovalRuleRow {
  position: number;
  collective_id: string | null;
  type: string | null;
}
