import AutorenewIcon from '@mui/icons-material/Autorenew';
import BlockIcon from '@mui/icons-material/Block';
import BoltIcon from '@mui/icons-material/Bolt';
import CheckIcon from '@mui/icons-material/Check';
import DoNotDisturbIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import HourglassIcon from '@mui/icons-material/HourglassEmpty';
import NorthEastIcon from '@mui/icons-material/NorthEast';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import RemoveCircleOutlineIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import VerifiedIcon from '@mui/icons-material/Verified';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { Approval } from '../../../contract/console/approval.ts';
import type { DispatchOutcome } from '../../../contract/console/batch.ts';
import { APPROVAL_LABELS, wasNotApproved } from '../../../domain/approval.ts';
import {
  type Verdict,
  type Reported,
  VERDICT_LABELS,
  VERDICTS,
  verdictOf,
} from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import {
  toneColor,
  toneGround,
  type StatusStyle,
  OUTCOME_LABELS,
  OUTCOME_STYLES,
  VERDICT_STYLES,
} from '../../theme/status.ts';

interface StatusMarkProps {
  label: string;
  style: StatusStyle;
  icon: typeof SvgIcon;
}

/** Icon, label and colour of a status. */
export function StatusMark({ label, style, icon: Icon }: StatusMarkProps) {
  const color = toneColor(style.tone);
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 22,
        px: ['plain', 'struck', 'dotted'].includes(style.look) ? 0 : 0.75,
        borderRadius: 0.75,
        border: 1,
        borderColor: style.look === 'outline' || style.look === 'hatched' ? color : 'transparent',
        background: toneGround(style),
        color,
        fontSize: '0.75rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        textDecoration: style.look === 'struck' ? 'line-through' : 'none',
      }}
    >
      <Icon sx={{ fontSize: 15 }} />
      {label}
    </Box>
  );
}

export const VERDICT_ICONS: Readonly<Record<Verdict, typeof SvgIcon>> = {
  pending: ScheduleIcon,
  triggered: BoltIcon,
  sent: NorthEastIcon,
  acknowledged: CheckIcon,
  verified: VerifiedIcon,
  disproven: RemoveCircleOutlineIcon,
  failed: ErrorOutlineIcon,
  canceled: BlockIcon,
  unknown: QuestionMarkIcon,
  unrecognised: HelpOutlineIcon,
  unrequested: ErrorOutlineIcon,
  incapable: DoNotDisturbIcon,
};

const OUTCOME_ICONS: Readonly<Record<DispatchOutcome, typeof SvgIcon>> = {
  waiting: HourglassIcon,
  sending: AutorenewIcon,
  accepted: CheckIcon,
  refused: BlockIcon,
  unknown: QuestionMarkIcon,
};

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
