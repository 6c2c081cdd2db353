/** Why something failed of some, in the words that most of them have in common. */
export interface CommonReason {
  reason: { message: string; count: number };
  /** How many different words there are. */
  reasons: number;
}

/** Counts words, each once for each of whom they are told. */
export function collectReasons(): {
  /** @param messages of one; the same words count once */
  add(messages: readonly string[]): void;
  /** Of words that are equally frequent those that were told first; null: there are none. */
  all(): CommonReason | null;
} {
  const counts = new Map<string, number>();
  return {
    add(messages) {
      for (const message of new Set(messages)) counts.set(message, (counts.get(message) ?? 0) + 1);
    },
    all() {
      let most: CommonReason['reason'] | null = null;
      for (const [message, count] of counts) {
        if (most === null || count > most.count) most = { message, count };
      }
      return most === null ? null : { reason: most, reasons: counts.size };
    },
  };
}
