/** Tables of operators, their sessions and ways to sign in; the bff knows no others. */
export interface SessionTables {
  operators: OperatorRow;
  sessions: SessionRow;
  setup_codes: SetupCodeRow;
  password_resets: PasswordResetRow;
  known_browsers: KnownBrowserRow;
}

export interface OperatorRow {
  id: string;
  name: string;
  /** The name as it is compared: without case. Unique. */
  name_key: string;
  role: string;
  /** `demo` or `local`. */
  source: string;
  password_hash: string | null;
  disabled_at: number | null;
  created_at: number;
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
