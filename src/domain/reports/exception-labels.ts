import type { Exception, ExclusionReason } from '../../contract/console/report-exceptions.ts';

/** The label of each kind of exception. */
export const EXCEPTION_LABELS: Readonly<Record<Exception, string>> = {
  repeated: 'Reported before under another id',
  overlap: 'Overlaps another session of the Entity',
  'resumes-lower': 'Begins where another session ended, with less charge',
  'end-before-start': 'Ends before it starts',
  'too-long': 'Took longer than the limit',
  future: 'Starts or ends in the future',
  'no-times': 'Start or end is missing',
  'no-energy': 'No energy reported',
  'zero-energy': 'No energy was charged',
  'negative-energy': 'Energy below zero',
  'huge-energy': 'More energy than the limit',
  'no-duration': 'Energy in no time',
  'above-power': 'More energy than its power and duration allow',
  'above-type-power': 'More power than an Entity of its type can do',
  'above-capacity': 'More energy than the battery of the Entity holds',
  'implausible-capacity': 'Energy and states of charge imply a battery above the limit',
  'out-of-range': 'A value is too large to be added, and is in no total',
  'registers-differ': 't1 + t2 + t3 + t4 is not the total',
  'unknown-unit': 'A unit that is not known',
  'no-price': 'The tariff has no price for all of its energy',
  'no-location': 'No location was matched, as for others of its type',
  'missing-power': 'No average power, which others of its type have',
  'missing-charge': 'No state of charge, which others of its type have',
  'across-edge': 'Goes over an edge of the period',
  'listed-differently': 'Listed twice with different content; the last one counts',
};

/** The label of each reason why a session is in no total. */
export const EXCLUSION_REASON_LABELS: Readonly<Record<ExclusionReason, string>> = {
  'outside-period': 'Belongs to another period',
  'no-start': 'Has no start, which decides the period',
  'no-end': 'Has no end, which decides the period',
  'left-out': 'Left out by an operator',
};
