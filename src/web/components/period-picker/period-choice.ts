/** First and last day, YYYY-MM-DD, both included. */
export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** A chosen period: by preset, or by its days. */
export interface PeriodChoice extends Days {
  /** IANA zone of the days. */
  zone: string;
  presets: readonly { value: string; label: string }[];
  /** The preset in use, or null. */
  preset: string | null;
  onPreset: (preset: string) => void;
  onDays: (days: Days) => void;
}

/** Both days of a period; a missing one equals the other. */
export function bothDays({ from, to }: Days): Days {
  return { from: from ?? to, to: to ?? from };
}
