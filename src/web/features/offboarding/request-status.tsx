import type SvgIcon from '@mui/material/SvgIcon';
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { StatusMark } from '../../components/status/status-mark.tsx';
import type { StatusStyle } from '../../theme/status.ts';
import { NO_STATUS } from './request-facts.ts';

interface Look {
  style: StatusStyle;
  icon: typeof SvgIcon;
}

/** Green is only for proven success, and nothing proves that an Entity has left. */
const LOOKS: Readonly<Record<string, Look>> = {
  Pending: { style: { tone: 'grey', look: 'plain' }, icon: ScheduleIcon },
  Succeeded: { style: { tone: 'teal', look: 'outline' }, icon: CheckIcon },
  Failed: { style: { tone: 'red', look: 'soft' }, icon: ErrorOutlineIcon },
  Canceled: { style: { tone: 'grey', look: 'struck' }, icon: BlockIcon },
};

const UNKNOWN: Look = { style: { tone: 'grey', look: 'outline' }, icon: HelpOutlineIcon };

/** The status of an Offboarding Request; an unknown one is shown verbatim. */
export function RequestStatus({ status }: { status: string | null }) {
  const known = status !== null && Object.hasOwn(LOOKS, status) ? LOOKS[status] : undefined;
  const { style, icon } = known ?? UNKNOWN;
  return <StatusMark label={status ?? NO_STATUS} style={style} icon={icon} />;
}
