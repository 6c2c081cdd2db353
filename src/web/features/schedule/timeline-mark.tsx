import BlockIcon from '@mui/icons-material/Block';
import BoltIcon from '@mui/icons-material/Bolt';
import PauseIcon from '@mui/icons-material/Pause';
import PlayArrowIcon from '@mui/icons-material/PlayArrow';
import PowerOffIcon from '@mui/icons-material/PowerOff';
import RestartAltIcon from '@mui/icons-material/RestartAlt';
import SpeedIcon from '@mui/icons-material/Speed';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { createElement } from 'react';
import type { CommandType } from '../../../contract/command.ts';
import { commandLabel, commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { plannedTimeLabel } from '../../../domain/planned-time.ts';
import { plannedItemLabel, openMessage, plannedKey } from './planned-labels.ts';
import type { TimelineMark } from './timeline-lanes.ts';

const ICONS: Readonly<Partial<Record<CommandType, typeof BoltIcon>>> = {
  Disconnect: PowerOffIcon,
  LimitFeedIn: SpeedIcon,
  Reset: RestartAltIcon,
  StartCharging: PlayArrowIcon,
  StopCharging: PauseIcon,
  StopFeedIn: BlockIcon,
};
const icons: ReadonlyMap<string, typeof BoltIcon> = new Map(Object.entries(ICONS));

/** The icon of a Command; a bolt for several ones and for unknown types. */
function CommandIcon({ type }: { type: string | null }) {
  return createElement((type === null ? undefined : icons.get(type)) ?? BoltIcon, {
    sx: { fontSize: 16, color: 'primary.main' },
  });
}

/** Commands named on the card of a mark; the others are counted. */
const NAMED = 5;

/** The Commands of a mark, shown while it is hovered or focused. */
function MarkCard({ items }: Pick<TimelineMark, 'items'>) {
  const more = items.length - NAMED;
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.75, py: 0.5 }}>
      {items.slice(0, NAMED).map((item) => (
        <Box component="span" key={plannedKey(item)} sx={{ display: 'grid' }}>
          <strong>{commandLabelWithValue(item)}</strong>
          <span>{plannedTimeLabel(item)}</span>
          <span>
            {openMessage(item)} open, planned by {item.operatorName}
          </span>
        </Box>
      ))}
      {more > 0 && <span>and {formatNumber(more)} more</span>}
    </Box>
  );
}

interface MarkProps {
  mark: TimelineMark;
  /** Whether there is space for a number only. */
  short: boolean;
  onSpan: (span: { from: string; to: string }) => void;
}

/** Planned Commands that trigger together or close to each other. */
export function Mark({ mark, short, onSpan }: MarkProps) {
  const [first] = mark.items;
  const last = mark.items.at(-1);
  if (first === undefined || last === undefined) return null;
  const single = mark.items.length === 1;
  const name = single
    ? plannedItemLabel(first)
    : `${formatCount(mark.items.length, 'planned Command', 'planned Commands')}, the first: ${plannedItemLabel(first)}`;
  const same = mark.items.every(({ type }) => type === first.type);
  return (
    <Box
      component="li"
      sx={{ position: 'absolute', top: 8, left: `${mark.at * 100}%`, ml: '-12px' }}
    >
      <Tooltip describeChild title={<MarkCard items={mark.items} />}>
        <ButtonBase
          aria-label={`${name}. Show in the list`}
          onClick={() => onSpan({ from: first.triggerTime, to: last.triggerTime })}
          sx={{
            minWidth: 24,
            height: 24,
            px: 0.5,
            gap: 0.5,
            whiteSpace: 'nowrap',
            borderRadius: 1,
            border: 1,
            borderColor: 'primary.main',
            bgcolor: 'background.paper',
            color: 'text.primary',
            fontSize: '0.75rem',
            fontWeight: 500,
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <CommandIcon type={same ? first.type : null} />
          {single && !short && commandLabel(first.type)}
          {!single && formatNumber(mark.items.length)}
        </ButtonBase>
      </Tooltip>
    </Box>
  );
}
