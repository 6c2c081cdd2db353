import { DERIVED_STATUSES } from '../contract/console/choices.ts';
import type { Command, CommandStatus, Verification } from '../contract/command.ts';

/** Command states. Spec, "States and transitions"; the order: public facts, "Commands". */
const STATES: Readonly<Record<CommandStatus, { terminal: boolean; cancellable: boolean }>> = {
  Pending: { terminal: false, cancellable: true },
  Triggered: { terminal: false, cancellable: false },
  Sent: { terminal: false, cancellable: false },
  Succeeded: { terminal: true, cancellable: false },
  Failed: { terminal: true, cancellable: false },
  Canceled: { terminal: true, cancellable: false },
};

/** Indexed by name: batches of 10,000 look up each of their rows. */
const STATE_BY_NAME = new Map(Object.entries(STATES));

function stateOf(status: string | null) {
  return status === null ? undefined : STATE_BY_NAME.get(status);
}

/** Whether a status is one of the six of the specification. */
function isKnownStatus(status: string): status is CommandStatus {
  return stateOf(status) !== undefined;
}

/** Whether the Command itself can still change. An unrecognised status may. */
export function isTerminal(status: string | null): boolean {
  return stateOf(status)?.terminal ?? false;
}

/** Whether canceling is offered; the source states are not documented, so only for Pending. */
export function canCancel(status: string | null): boolean {
  return stateOf(status)?.cancellable ?? false;
}

/** Verification results that prove success, and that disprove it. Only Pending is in the specification. */
const PROVEN = new Set(['succeeded', 'verified', 'completed']);
const DISPROVEN = new Set(['failed']);

/** The verification result, apart from the acknowledgement. */
export type VerificationVerdict = 'none' | 'pending' | 'verified' | 'failed' | 'unrecognised';

/** Reads a verification object; tolerates values that the specification does not show. */
export function verificationVerdict(verification: Verification | null): VerificationVerdict {
  if (verification === null) return 'none';
  const status = verification.status?.toLowerCase() ?? null;
  if (verification.error !== null) return 'failed';
  if (status === null) return verification.completedAt === null ? 'pending' : 'unrecognised';
  if (status === 'pending') return 'pending';
  if (PROVEN.has(status)) return 'verified';
  return DISPROVEN.has(status) ? 'failed' : 'unrecognised';
}

/** The derived statuses, in the order in which they are listed. */
export const VERDICTS = DERIVED_STATUSES;
export type Verdict = (typeof VERDICTS)[number];

/** Statuses of a Command that did not achieve its purpose, by its device or its verification. */
export const FAILED_VERDICTS: readonly Verdict[] = ['failed', 'disproven'];

/** Whether a Command with this derived status has not triggered yet, as far as is known. */
export const canStillTrigger = (verdict: string): boolean =>
  verdict === 'pending' || verdict === 'unrecognised';

/** The label of each derived status, used everywhere. */
export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  pending: 'Pending',
  triggered: 'Triggered',
  sent: 'Sent',
  acknowledged: 'Acknowledged',
  verified: 'Verified',
  disproven: 'Not verified',
  failed: 'Failed',
  canceled: 'Canceled',
  unknown: 'Outcome unknown',
  unrecognised: 'Unrecognised status',
  unrequested: 'Not requested',
  incapable: 'Cannot take it',
};

/** Stages of a Command; statuses with the same number have no order. */
const STAGES: Readonly<Record<Verdict, number>> = {
  unknown: 0,
  pending: 0,
  triggered: 1,
  sent: 2,
  unrecognised: 2,
  acknowledged: 3,
  verified: 4,
  disproven: 4,
  failed: 4,
  canceled: 4,
  unrequested: 4,
  incapable: 4,
};
const STAGE_BY_NAME = new Map<string, number>(Object.entries(STAGES));

/**
 * Whether a Command has this status before another: open before ended, acknowledged before verified. False if
 * either may come first.
 */
export function isEarlierStatus(verdict: string, other: string): boolean {
  return (STAGE_BY_NAME.get(verdict) ?? 0) < (STAGE_BY_NAME.get(other) ?? 0);
}

/** The parts of a Command that its derived status is computed from. */
export type Reported = Pick<Command, 'verification'> & {
  status: string | null;
  /** Whether the dispatch that made it had not requested it. */
  unrequested?: boolean | undefined;
};

/**
 * Derives one status from the status and verification of a Command.
 * @param reported status and verification as last seen; a null status means that no Command of the
 *   Entity is known, which is not a failure
 */
export function verdictOf(reported: Reported): Verdict {
  const { status } = reported;
  if (status === null) return 'unknown';
  if (reported.unrequested === true) return 'unrequested';
  if (!isKnownStatus(status)) return 'unrecognised';
  switch (status) {
    case 'Pending':
      return 'pending';
    case 'Triggered':
      return 'triggered';
    case 'Sent':
      return 'sent';
    case 'Failed':
      return 'failed';
    case 'Canceled':
      return 'canceled';
    case 'Succeeded': {
      const proof = verificationVerdict(reported.verification);
      if (proof === 'verified') return 'verified';
      return proof === 'failed' ? 'disproven' : 'acknowledged';
    }
  }
}

/** Whether a Command is final: its status is terminal and no verification is outstanding. */
export function isSettled(reported: Reported): boolean {
  if (reported.status === null) return true;
  if (!isTerminal(reported.status)) return false;
  return (
    reported.status !== 'Succeeded' || verificationVerdict(reported.verification) !== 'pending'
  );
}
