import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatDateTime, formatNumber } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { AppLink } from '../../components/app-link.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { plannedItemLabel } from './planned-labels.ts';
import type { Range } from './schedule-search.ts';
import { lanesOf, RANGE_MS, type TimelineMark } from './timeline-lanes.ts';

interface TimelineProps {
  items: readonly PlannedItem[];
  range: Range;
  /** Called with the span of a mark, to list its Commands. */
  onSpan: (span: { from: string; to: string }) => void;
}

/** Space for half a mark at the left end. */
const INSET = 1.5;
/** Share of the width that the label of a Command needs to its right. */
const LABEL_SHARE = 0.18;
const NAME_WIDTH = { xs: '100%', sm: 168 } as const;

/** Timeline of planned Commands, a lane per Collective. Each mark is a button that filters the list. */
export function Timeline({ items, range, onSpan }: TimelineProps) {
  const now = useNow();
  const zone = useZone();
  const narrow = useNarrow();
  const { length, tick } = RANGE_MS[range];
  const lanes = lanesOf(items, now, length);
  return (
    <Box component="section" aria-label={`Timeline of the next ${range}, times in ${zone}`}>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
        <Box sx={{ width: NAME_WIDTH, flex: 'none' }} />
        <Ticks
          now={now}
          length={length}
          tick={narrow ? tick * 2 : tick}
          zone={zone}
          range={range}
        />
      </Box>
      <Box component="ul" aria-label="Lanes" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lanes.map((lane) => (
          <Box
            component="li"
            key={lane.collectiveId}
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box
              sx={{
                width: NAME_WIDTH,
                flex: 'none',
                py: 0.75,
                pr: 1,
                fontSize: '0.8125rem',
                boxSizing: 'border-box',
              }}
            >
              <AppLink
                to="/collectives/$collectiveId"
                params={{ collectiveId: lane.collectiveId }}
                sx={{ fontWeight: 600 }}
              >
                {lane.name}
              </AppLink>
              {lane.later > 0 && (
                <Typography variant="caption" component="div" color="textSecondary">
                  {formatNumber(lane.later)} later than shown
                </Typography>
              )}
            </Box>
            <Box
              component="ul"
              aria-label={`Planned for ${lane.name}`}
              sx={{
                position: 'relative',
                flex: 1,
                minHeight: 40,
                m: 0,
                p: 0,
                listStyle: 'none',
                // The line of the current time.
                borderLeft: 2,
                borderColor: 'primary.main',
                // Space for half a mark at either end.
                ml: INSET,
                mr: 2,
              }}
            >
              {lane.marks.map((mark, at) => (
                <Mark
                  key={mark.at}
                  mark={mark}
                  short={narrow || (lane.marks[at + 1]?.at ?? 1) - mark.at < LABEL_SHARE}
                  onSpan={onSpan}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface TicksProps {
  now: number;
  length: number;
  tick: number;
  zone: string;
  range: Range;
}

/** The scale in the chosen time zone; each mark names its time too. */
function Ticks({ now, length, tick, zone, range }: TicksProps) {
  const marks = Array.from({ length: Math.floor(length / tick) }, (_, at) => at * tick);
  const label = (ms: number): string => {
    const text = formatDateTime(isoInstant(now + ms), zone);
    const [date = '', time = ''] = text.split(', ');
    return range === '24h' ? time : date.replace(/ \d{4}$/, '');
  };
  return (
    <Box
      aria-hidden="true"
      sx={{ position: 'relative', flex: { xs: 'none', sm: 1 }, height: 20, ml: INSET, mr: 2 }}
    >
      {marks.map((ms) => (
        <Typography
          key={ms}
          variant="caption"
          color="textSecondary"
          sx={{ position: 'absolute', left: `${(ms / length) * 100}%`, whiteSpace: 'nowrap' }}
        >
          {ms === 0 ? 'now' : label(ms)}
        </Typography>
      ))}
    </Box>
  );
}

interface MarkProps {
  mark: TimelineMark;
  /** Whether there is space for a number only. */
  short: boolean;
  onSpan: TimelineProps['onSpan'];
}

function Mark({ mark, short, onSpan }: MarkProps) {
  const [first] = mark.items;
  const last = mark.items.at(-1);
  if (first === undefined || last === undefined) return null;
  const name =
    mark.items.length === 1
      ? plannedItemLabel(first)
      : `${formatCount(mark.items.length, 'planned Command', 'planned Commands')}, the first: ${plannedItemLabel(first)}`;
  return (
    <Box
      component="li"
      sx={{ position: 'absolute', top: 8, left: `${mark.at * 100}%`, ml: '-12px' }}
    >
      <ButtonBase
        aria-label={`${name}. Show in the list`}
        title={name}
        onClick={() => onSpan({ from: first.triggerTime, to: last.triggerTime })}
        sx={{
          minWidth: 24,
          height: 24,
          px: 0.75,
          whiteSpace: 'nowrap',
          borderRadius: 3,
          border: 1,
          borderColor: 'var(--mui-palette-status-grey)',
          bgcolor: 'background.paper',
          color: 'text.primary',
          fontSize: '0.75rem',
          fontWeight: 600,
          '&:hover': { borderColor: 'primary.main', color: 'primary.main' },
        }}
      >
        {mark.items.length > 1 || short
          ? formatNumber(mark.items.length)
          : commandLabel(first.type)}
      </ButtonBase>
    </Box>
  );
}
