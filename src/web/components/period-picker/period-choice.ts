/** First and last day, YYYY-MM-DD, both included. */
export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** A period that can be chosen: by a name, or by its days. */
export interface PeriodChoice extends Days {
  /** IANA zone that the days are meant in. */
  zone: string;
  presets: readonly { value: string; label: string }[];
  /** The preset in use, or null. */
  preset: string | null;
  onPreset: (preset: string) => void;
  onDays: (days: Days) => void;
}

/** Both days of a period that must have both: a missing one is the other. */
export function bothDays({ from, to }: Days): Days {
  return { from: from ?? to, to: to ?? from };
}
