import type { DispatchOutcome } from '../../../contract/console/batch.ts';
import { OUTCOME_LABELS, OUTCOME_STYLES } from '../../theme/status.ts';
import { OUTCOME_ICONS } from './status-icons.ts';
import { StatusMark } from './status-mark.tsx';

/** The outcome of sending a batch. */
export function OutcomeMark({ outcome }: { outcome: DispatchOutcome }) {
  return (
    <StatusMark
      label={OUTCOME_LABELS[outcome]}
      style={OUTCOME_STYLES[outcome]}
      icon={OUTCOME_ICONS[outcome]}
    />
  );
}
