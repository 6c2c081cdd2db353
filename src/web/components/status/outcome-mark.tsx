import type { Approval } from '../../../contract/console/approval.ts';
import type { DispatchOutcome } from '../../../contract/console/batch.ts';
import { APPROVAL_LABELS, wasNotApproved } from '../../../domain/approval.ts';
import { OUTCOME_LABELS, OUTCOME_STYLES } from '../../theme/status.ts';
import { OUTCOME_ICONS } from './status-icons.ts';
import { StatusMark } from './status-mark.tsx';

interface OutcomeMarkProps {
  outcome: DispatchOutcome;
  /** The approval that it needed, if any. */
  approval?: Approval | undefined;
}

/** The outcome of sending a batch; of one that nobody approved, why it was not sent. */
export function OutcomeMark({ outcome, approval }: OutcomeMarkProps) {
  const ended = approval !== undefined && wasNotApproved({ approval }) ? approval.state : null;
  return (
    <StatusMark
      label={ended === null ? OUTCOME_LABELS[outcome] : APPROVAL_LABELS[ended]}
      style={
        ended === null || ended === 'refused'
          ? OUTCOME_STYLES[outcome]
          : { tone: 'grey', look: 'struck' }
      }
      icon={OUTCOME_ICONS[outcome]}
    />
  );
}
