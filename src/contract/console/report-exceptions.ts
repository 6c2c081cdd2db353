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
  'no-location',
  'missing-fields',
  'across-edge',
  'no-price',
  'listed-differently',
] as const;

/** Anomalies of an Entity in a report. */
export const ENTITY_FINDINGS = ['capture-off', 'not-read', 'known-late', 'duplicates'] as const;

export const SessionFinding = z.enum(SESSION_FINDINGS);
export type SessionFinding = z.infer<typeof SessionFinding>;
export const ReportFinding = z.enum([...SESSION_FINDINGS, ...ENTITY_FINDINGS]);
export type ReportFinding = z.infer<typeof ReportFinding>;

/** Why a session is in no total. */
export const EXCLUSIONS = ['outside-period', 'no-start', 'no-end'] as const;
export const Exclusion = z.enum(EXCLUSIONS);
export type Exclusion = z.infer<typeof Exclusion>;
