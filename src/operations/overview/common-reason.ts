/** The most common reason for failures. */
export interface CommonReason {
  reason: { message: string; count: number };
  /** Number of different messages. */
  reasons: number;
}

/** Counts messages, each once per Entity. */
export function collectReasons(): {
  /** @param messages of one Entity; the same message counts once */
  add(messages: readonly string[]): void;
  /** The most common message, ties by first occurrence; null: there are none. */
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
