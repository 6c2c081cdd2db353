import BlockIcon from '@mui/icons-material/Block';
import HourglassDisabledIcon from '@mui/icons-material/HourglassDisabled';
import CheckIcon from '@mui/icons-material/Check';
import DoNotDisturbOnIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import NorthEastIcon from '@mui/icons-material/NorthEast';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import RemoveCircleOutlineIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type SvgIcon from '@mui/material/SvgIcon';
import type {
  JobItem,
  JobItemState,
  Job,
  JobChange,
  JobValue,
} from '../../../contract/console/job.ts';
import { formatCount, formatNumber, MISSING, nameInWords } from '../../../domain/format.ts';
import type { StatusStyle } from '../../theme/status.ts';

const STATE_LABELS: Readonly<Record<JobItemState, string>> = {
  waiting: 'Waiting',
  sending: 'On its way',
  done: 'Done',
  unchanged: 'Had it before',
  refused: 'Refused',
  'too-late': 'Too late',
  unknown: 'Outcome unknown',
  skipped: 'Not sent',
};

const LABELS_OF: Partial<Record<JobChange['kind'], typeof STATE_LABELS>> = {
  offboarding: { ...STATE_LABELS, done: 'Requested', unchanged: 'Open before' },
  cancel: { ...STATE_LABELS, done: 'Canceled' },
};

/** The label of an item's state. */
export function stateLabel({ kind }: JobChange, state: JobItemState): string {
  return (LABELS_OF[kind] ?? STATE_LABELS)[state];
}

const TALLY_ORDER = [
  'done',
  'unchanged',
  'refused',
  'too-late',
  'skipped',
  'unknown',
  'sending',
  'waiting',
] as const satisfies readonly JobItemState[];

/** How each state is drawn. Teal, not green: the Service confirmed it, but no device has proven it. */
export const ITEM_LOOKS: Readonly<
  Record<JobItemState, { style: StatusStyle; icon: typeof SvgIcon }>
> = {
  waiting: { style: { tone: 'grey', look: 'plain' }, icon: ScheduleIcon },
  sending: { style: { tone: 'blue', look: 'plain' }, icon: NorthEastIcon },
  done: { style: { tone: 'teal', look: 'outline' }, icon: CheckIcon },
  unchanged: { style: { tone: 'grey', look: 'outline' }, icon: RemoveCircleOutlineIcon },
  refused: { style: { tone: 'red', look: 'soft' }, icon: BlockIcon },
  'too-late': { style: { tone: 'amber', look: 'soft' }, icon: HourglassDisabledIcon },
  unknown: { style: { tone: 'amber', look: 'hatched' }, icon: QuestionMarkIcon },
  skipped: { style: { tone: 'amber', look: 'outline' }, icon: DoNotDisturbOnIcon },
};

export const RUN_LABELS: Readonly<Record<Job['state'], string>> = {
  running: 'Running',
  stopped: 'Stopped',
  done: 'Finished',
};

/** What a job does, as a title. */
export function changeTitle(change: JobChange): string {
  switch (change.kind) {
    case 'cancel':
      return 'Canceling';
    case 'offboarding':
      return 'Offboarding';
    case 'capacity':
      return 'Battery capacity';
    case 'feature':
      return `${nameInWords(change.feature)} ${change.enabled ? 'on' : 'off'}`;
  }
}

/** How many Commands or Entities. */
export function countOf({ kind }: JobChange, count: number): string {
  return kind === 'cancel'
    ? formatCount(count, 'Command', 'Commands')
    : formatCount(count, 'Entity', 'Entities');
}

/** A value as text, a capacity with its unit. */
export function valueLabel(value: JobValue, unit: string): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return `${value} ${unit}`;
}

/** A reading as text, or a dash if nothing was read. */
export function readingLabel(reading: JobItem['before'], unit: string): string {
  return reading === null ? MISSING : valueLabel(reading.value, unit);
}

/** The counts of a job as a sentence, without zeros. */
export function tallyLabel({ change, counts }: Pick<Job, 'change' | 'counts'>): string {
  return TALLY_ORDER.filter((state) => counts[state] > 0)
    .map((state) => `${formatNumber(counts[state])} ${stateLabel(change, state).toLowerCase()}`)
    .join(', ');
}
