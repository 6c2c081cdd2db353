import { z } from '../zod.ts';

/** Anomalies of a session in a report. Anomalous sessions are listed and counted, never dropped. */
export const SESSION_FINDINGS = [
  'overlap',
  'end-before-start',
  'too-long',
  'no-times',
  'no-energy',
  'zero-energy',
  'negative-energy',
  'huge-energy',
  'out-of-range',
  'registers-differ',
  'unknown-unit',
  'implausible-capacity',
  'above-power',
  'above-capacity',
  'resumes-lower',
  'future',
  'no-location',
  'missing-fields',
  'across-edge',
  'no-price',
  'listed-differently',
] as const;

/** Those that put the energy of a session itself in doubt: sums that contain one are marked. */
export const DOUBTFUL_FINDINGS: readonly SessionFinding[] = [
  'overlap',
  'resumes-lower',
  'end-before-start',
  'too-long',
  'future',
  'negative-energy',
  'huge-energy',
  'above-power',
  'above-capacity',
  'implausible-capacity',
  'registers-differ',
  'listed-differently',
];

/** Anomalies of an Entity in a report. */
export const ENTITY_FINDINGS = ['capture-off', 'not-read', 'known-late', 'duplicates'] as const;

export const SessionFinding = z.enum(SESSION_FINDINGS);
export type SessionFinding = z.infer<typeof SessionFinding>;
/** What sessions are filtered by: one finding, or any that puts their energy in doubt. */
export const SessionFilterFinding = z.enum([...SESSION_FINDINGS, 'doubtful']);
export type SessionFilterFinding = z.infer<typeof SessionFilterFinding>;
export const ReportFinding = z.enum([...SESSION_FINDINGS, ...ENTITY_FINDINGS]);
export type ReportFinding = z.infer<typeof ReportFinding>;

/** Why a session is in no total. */
export const EXCLUSIONS = ['outside-period', 'no-start', 'no-end'] as const;
export const Exclusion = z.enum(EXCLUSIONS);
export type Exclusion = z.infer<typeof Exclusion>;
