import type { Kysely, Transaction } from 'kysely';

/** Tables of operators, their sessions and ways to sign in; `access` knows no others. */
export interface SessionTables {
  operators: OperatorRow;
  identities: IdentityRow;
  sessions: SessionRow;
  one_time_codes: OneTimeCodeRow;
  sign_in_attempts: SignInAttemptRow;
  grants: GrantRow;
  api_tokens: ApiTokenRow;
}

/** The store as it is handed to what reads or writes these tables, within a transaction or not. */
export type AccessDb = Kysely<SessionTables> | Transaction<SessionTables>;

export interface OperatorRow {
  id: string;
  name: string;
  role: string;
  disabled_at: number | null;
  created_at: number;
}

export interface SessionRow {
  /** SHA-256 of the cookie's value, which is stored nowhere. */
  id_hash: string;
  operator_id: string;
  created_at: number;
  last_used_at: number;
  /** When the operator last proved who they are: at sign-in, or since. */
  confirmed_at: number;
  address: string | null;
  /** As the browser names itself. */
  browser: string | null;
  /** The issuer of the identity provider that signed them in; null: they did so here. */
  provider: string | null;
}

/** A way in which an operator signs in. */
interface IdentityRow {
  /** `local`, `demo`, or the identity provider. */
  issuer: string;
  /** The name in the form in which names are compared, the role of a demo operator, or the provider's subject. */
  subject: string;
  operator_id: string;
  password_hash: string | null;
  created_at: number;
}

/** A secret that works once, until it expires. */
export interface OneTimeCodeRow {
  code_hash: string;
  /** `setup`, `invitation`, `reset`, `browser`, or `provider`: the state of an attempt to sign in there. */
  purpose: string;
  operator_id: string | null;
  /** JSON. */
  payload: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

interface SignInAttemptRow {
  /** Network address, or network address and account. */
  key: string;
  failures: number;
  at: number;
}

export interface GrantRow {
  operator_id: string;
  position: number;
  /** null: every Command type. */
  type: string | null;
  /** null: every Collective. */
  collective_id: string | null;
  ignore_cooldown: number;
}

/** A token with which a program reads reports. */
interface ApiTokenRow {
  id: string;
  token_hash: string;
  operator_id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}
