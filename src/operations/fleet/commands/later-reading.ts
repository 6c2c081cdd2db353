import { isEarlierStatus } from '../../../domain/command-status.ts';

/** A Command as an answer told it. Instants in milliseconds since the epoch. */
export interface Reading {
  verdict: string;
  /** When the answer was asked for; null: not known, about when it came. */
  asked_at: number | null;
  /** When the answer came. */
  known_at: number;
}

/**
 * Whether what was told of a Command stands in place of what was known. An answer that was asked for before
 * that came may be older; then it stands unless the Command had come further. One asked for later stands in
 * any case: what the Service takes back is taken back.
 */
export function stands(told: Reading, known: Reading): boolean {
  const isLater = (told.asked_at ?? told.known_at) >= known.known_at;
  return isLater || !isEarlierStatus(told.verdict, known.verdict);
}

/** Of two readings of a Command the one that stands, in whichever order they were found. */
export function laterOf<R extends Reading>(one: R, other: R): R {
  const [told, known] = other.known_at > one.known_at ? [other, one] : [one, other];
  return stands(told, known) ? told : known;
}
