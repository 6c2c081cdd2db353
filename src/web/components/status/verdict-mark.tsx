import type { Reported, Verdict } from '../../../domain/command-status.ts';
import { VERDICT_LABELS, VERDICTS, verdictOf } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { VERDICT_STYLES } from '../../theme/status.ts';
import { VERDICT_ICONS } from './status-icons.ts';
import { StatusMark } from './status-mark.tsx';

/** The derived status of a Command, given or by what was reported; an unknown status is its own label. */
export function VerdictMark({ reported }: { reported: Reported & { verdict?: Verdict } }) {
  const verdict = reported.verdict ?? verdictOf(reported);
  const label =
    verdict === 'unrecognised' ? foreignLabel(reported.status ?? '') : VERDICT_LABELS[verdict];
  return <StatusMark label={label} style={VERDICT_STYLES[verdict]} icon={VERDICT_ICONS[verdict]} />;
}

/** A stored derived status; one that is not known is shown verbatim. */
export function StoredVerdict({ verdict }: { verdict: string }) {
  const known = VERDICTS.find((each) => each === verdict);
  if (known === undefined) return verdict;
  return (
    <StatusMark
      label={VERDICT_LABELS[known]}
      style={VERDICT_STYLES[known]}
      icon={VERDICT_ICONS[known]}
    />
  );
}
