import { isEarlierStatus } from '../../../domain/command-status.ts';

/** A Command as an answer showed it. Instants in milliseconds since the epoch. */
export interface Reading {
  verdict: string;
  /** When the answer was requested; null: not known, about when it came. */
  asked_at: number | null;
  /** When the answer came. */
  known_at: number;
}

/**
 * Whether a reading of a Command replaces the known one. A reading requested before the known one arrived may
 * be older: it replaces that only if it is not behind in status. A later request always replaces it, even
 * if the Service took a status back.
 */
export function stands(told: Reading, known: Reading): boolean {
  const isLater = (told.asked_at ?? told.known_at) >= known.known_at;
  return isLater || !isEarlierStatus(told.verdict, known.verdict);
}
