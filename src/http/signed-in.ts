import type { Operator } from '../contract/console/session.ts';

/** The sender of a request. */
export interface SignedIn {
  operator: Operator;
  /** Hash of the session's id: identifies the session in records without giving access to it. */
  sessionHash: string;
  /** Set if the identity provider signed them in, and confirms who they are. */
  byProvider?: true;
  /** When the session ends whatever is done in it, in milliseconds since the epoch; absent: a program asks. */
  endsAt?: number;
}
