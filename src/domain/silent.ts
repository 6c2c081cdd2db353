const DAY_MS = 86_400_000;

/** An Entity that charged before is silent after so long without a charge session, in milliseconds. */
export const SILENT_AFTER_MS = 14 * DAY_MS;
/** It charged before if it had a session within this time before its silence, in milliseconds. */
export const SILENT_BEFORE_MS = 60 * DAY_MS;
