import { VERDICTS, VERDICT_LABELS } from '../../../domain/command-status.ts';
import { MISSING } from '../../../domain/format.ts';
import { StatusMark } from '../../components/status/status-mark.tsx';
import { VERDICT_ICONS } from '../../components/status/status-icons.ts';
import { VERDICT_STYLES } from '../../theme/status.ts';

/** The derived status of the newest Command, or a dash if none is known. */
export function OutcomeLabel({ outcome }: { outcome: string | null }) {
  if (outcome === null) return MISSING;
  const verdict = VERDICTS.find((each) => each === outcome);
  if (verdict === undefined) return outcome;
  return (
    <StatusMark
      label={VERDICT_LABELS[verdict]}
      style={VERDICT_STYLES[verdict]}
      icon={VERDICT_ICONS[verdict]}
    />
  );
}
