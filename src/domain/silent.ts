const DAY_MS = 86_400_000;

/** An Entity is silent after so long without a charge session, in milliseconds, */
export const SILENT_AFTER_MS = 14 * DAY_MS;
/** if it had one in the time of this length before. */
export const SILENT_BEFORE_MS = 60 * DAY_MS;
