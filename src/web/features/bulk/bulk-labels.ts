import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import DoNotDisturbOnIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import NorthEastIcon from '@mui/icons-material/NorthEast';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import RemoveCircleOutlineIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type SvgIcon from '@mui/material/SvgIcon';
import type {
  BulkChange,
  BulkItem,
  BulkItemState,
  BulkRun,
  BulkValue,
  BulkValueChange,
} from '../../../contract/console/bulk.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import type { StatusStyle } from '../../theme/status.ts';

const STATE_LABELS: Readonly<Record<BulkItemState, string>> = {
  waiting: 'Waiting',
  sending: 'On its way',
  done: 'Done',
  unchanged: 'Had it before',
  refused: 'Refused',
  unknown: 'Outcome unknown',
  skipped: 'Not sent',
};

const OFFBOARDING_LABELS = { ...STATE_LABELS, done: 'Requested', unchanged: 'Open before' };

/** The label of an item's state. */
export function stateLabel({ kind }: BulkChange, state: BulkItemState): string {
  return (kind === 'offboarding' ? OFFBOARDING_LABELS : STATE_LABELS)[state];
}

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

export const RUN_LABELS: Readonly<Record<BulkRun['state'], string>> = {
  running: 'Running',
  stopped: 'Stopped',
  done: 'Finished',
};

/** What a run changes, as a title. */
export function changeTitle(change: BulkChange): string {
  if (change.kind === 'offboarding') return 'Offboarding';
  return change.kind === 'capacity'
    ? 'Battery capacity'
    : `${change.feature} ${change.enabled ? 'on' : 'off'}`;
}

/** A value as text, a capacity with its unit. */
export function valueLabel(value: BulkValue, unit: string): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return `${value} ${unit}`;
}

/** A reading as text, or a dash if nothing was read. */
export function readingLabel(reading: BulkItem['before'], unit: string): string {
  return reading === null ? MISSING : valueLabel(reading.value, unit);
}

/** The counts of a run as a sentence, without zeros. */
export function tallyLabel({ change, counts }: Pick<BulkRun, 'change' | 'counts'>): string {
  const named: readonly [BulkItemState, string][] = [
    ['done', stateLabel(change, 'done').toLowerCase()],
    ['unchanged', stateLabel(change, 'unchanged').toLowerCase()],
    ['refused', 'refused'],
    ['skipped', 'not sent'],
    ['unknown', 'unknown'],
    ['sending', 'on their way'],
    ['waiting', 'waiting'],
  ];
  return named
    .filter(([state]) => counts[state] > 0)
    .map(([state, label]) => `${formatNumber(counts[state])} ${label}`)
    .join(', ');
}

/** The effects of a run, in sentences. */
export function consequences(change: BulkValueChange, count: number): string[] {
  const target = formatCount(count, 'Entity', 'Entities');
  const act =
    change.kind === 'capacity'
      ? `The Service is asked to set the battery capacity of ${target}, one request each.`
      : `The Service is asked to turn ${change.feature} ${change.enabled ? 'on' : 'off'} for ${target}, one request each.`;
  return [
    `${act} Each is read first: one that has the value already is left alone, and the value before is kept.`,
    ...captureConsequences(change),
    'Each change is sent once, within the request budget of the console. It continues when this page is closed and can be stopped; what was changed then stays changed and can be set back.',
  ];
}

function captureConsequences(change: BulkValueChange): string[] {
  if (change.kind === 'capacity' || change.feature !== CAPTURE_CHARGE_SESSIONS) return [];
  return [
    change.enabled
      ? 'The Service checks whether each can capture its charge sessions; some vehicles need their battery capacity set before, and are refused otherwise.'
      : 'While it is off, no charge sessions of these Entities are captured.',
  ];
}
