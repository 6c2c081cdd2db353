import type SvgIcon from '@mui/material/SvgIcon';
import HourglassIcon from '@mui/icons-material/HourglassEmpty';
import AutorenewIcon from '@mui/icons-material/Autorenew';
import BlockIcon from '@mui/icons-material/Block';
import BoltIcon from '@mui/icons-material/Bolt';
import CheckIcon from '@mui/icons-material/Check';
import DoNotDisturbIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import NorthEastIcon from '@mui/icons-material/NorthEast';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import RemoveCircleOutlineIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import VerifiedIcon from '@mui/icons-material/Verified';
import type { DispatchOutcome } from '../../../contract/console/batch.ts';
import type { Verdict } from '../../../domain/command-status.ts';

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

export const OUTCOME_ICONS: Readonly<Record<DispatchOutcome, typeof SvgIcon>> = {
  waiting: HourglassIcon,
  sending: AutorenewIcon,
  accepted: CheckIcon,
  refused: BlockIcon,
  unknown: QuestionMarkIcon,
};
