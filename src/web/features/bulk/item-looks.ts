import type SvgIcon from '@mui/material/SvgIcon';
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import DoNotDisturbOnIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import NorthEastIcon from '@mui/icons-material/NorthEast';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import RemoveCircleOutlineIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type { BulkItemState } from '../../../contract/console/bulk.ts';
import type { StatusStyle } from '../../theme/status.ts';

/** How each state is drawn. Teal, not green: the Service confirmed it, but no device has proven it. */
export const ITEM_LOOKS: Readonly<
  Record<BulkItemState, { style: StatusStyle; icon: typeof SvgIcon }>
> = {
  waiting: { style: { tone: 'grey', look: 'plain' }, icon: ScheduleIcon },
  sending: { style: { tone: 'blue', look: 'plain' }, icon: NorthEastIcon },
  done: { style: { tone: 'teal', look: 'outline' }, icon: CheckIcon },
  unchanged: { style: { tone: 'grey', look: 'outline' }, icon: RemoveCircleOutlineIcon },
  refused: { style: { tone: 'red', look: 'soft' }, icon: BlockIcon },
  unknown: { style: { tone: 'amber', look: 'hatched' }, icon: QuestionMarkIcon },
  skipped: { style: { tone: 'amber', look: 'outline' }, icon: DoNotDisturbOnIcon },
};
