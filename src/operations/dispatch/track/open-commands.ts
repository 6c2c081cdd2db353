import type { Verdict } from '../../../domain/command-status.ts';

/** Verdicts of Commands that have not ended. */
export const OPEN_VERDICTS = [
  'pending',
  'triggered',
  'sent',
  'unrecognised',
] as const satisfies readonly Verdict[];
