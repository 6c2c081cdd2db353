import { z } from '../zod.ts';

/** Anomalies of a session in a report. Anomalous sessions are listed and counted, never dropped. */
export const EXCEPTIONS = [
  'repeated',
  'overlap',
  'resumes-lower',
  'end-before-start',
  'too-long',
  'future',
  'no-times',
  'no-energy',
  'zero-energy',
  'negative-energy',
  'huge-energy',
  'no-duration',
  'above-power',
  'above-type-power',
  'above-capacity',
  'implausible-capacity',
  'out-of-range',
  'registers-differ',
  'unknown-unit',
  'no-price',
  'no-location',
  'missing-power',
  'missing-charge',
  'across-edge',
  'listed-differently',
] as const;
export const Exception = z.enum(EXCEPTIONS);
export type Exception = z.infer<typeof Exception>;

/** Those that put the energy of a session itself in doubt: sums that contain one are marked. */
export const DOUBTFUL_EXCEPTIONS: readonly Exception[] = [
  'repeated',
  'overlap',
  'resumes-lower',
  'end-before-start',
  'future',
  'negative-energy',
  'huge-energy',
  'no-duration',
  'above-power',
  'above-type-power',
  'above-capacity',
  'implausible-capacity',
  'registers-differ',
  'listed-differently',
];

/** Why a session is in no total. */
export const EXCLUSION_REASONS = ['outside-period', 'no-start', 'no-end', 'left-out'] as const;
export const ExclusionReason = z.enum(EXCLUSION_REASONS);
export type ExclusionReason = z.infer<typeof ExclusionReason>;
