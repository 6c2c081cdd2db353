/** Tables of sessions and of what signs in, and the one where writing is tried. */
export interface SessionTables {
  sessions: SessionRow;
  setup_codes: SetupCodeRow;
  password_resets: PasswordResetRow;
  known_browsers: KnownBrowserRow;
  store_probe: { id: number; filler: string };
}

export interface SessionRow {
  /** SHA-256 of the cookie's value, which is stored nowhere. */
  id_hash: string;
  operator_id: string;
  created_at: number;
  last_used_at: number;
}

interface PasswordResetRow {
  operator_id: string;
  code_hash: string;
  expires_at: number;
}

interface KnownBrowserRow {
  /** SHA-256 of the cookie's value. With the operator the key. */
  id_hash: string;
  operator_id: string;
  last_used_at: number;
}

interface SetupCodeRow {
  code_hash: string;
  expires_at: number;
}
