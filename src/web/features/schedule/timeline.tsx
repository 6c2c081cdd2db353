import HubOutlinedIcon from '@mui/icons-material/HubOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useNow } from '../../components/use-now.ts';
import { useWidth } from '../../components/use-width.ts';
import { useZone } from '../../theme/preferences.ts';
import type { Range } from './schedule-search.ts';
import { lanesOf } from './timeline-lanes.ts';
import { Mark } from './timeline-mark.tsx';
import { mostTicks, spanOf, ticksOf, type Tick } from './timeline-scale.ts';

interface TimelineProps {
  items: readonly PlannedItem[];
  /** The span shown; absent: fitted to what is planned. */
  range: Range | undefined;
  /** Called with the span of a mark, to list its Commands. */
  onSpan: (span: { from: string; to: string }) => void;
}

/** Space for half a mark at the left end. */
const INSET = 1.5;
/** What the label of a Command needs to its right: a share of the width, and so many px. */
const LABEL_SHARE = 0.18;
const LABEL_PX = 128;
const NAME_WIDTH = { xs: '100%', sm: 208 } as const;

/** Timeline of planned Commands, a lane per Collective. Each mark is a button that filters the list. */
export function Timeline({ items, range, onSpan }: TimelineProps) {
  const now = useNow();
  const zone = useZone();
  const narrow = useNarrow();
  const length = spanOf(items, range, now);
  const [scale, width] = useWidth();
  const ticks = ticksOf(now, length, zone, mostTicks(width));
  const lanes = lanesOf(items, now, length);
  const room = Math.max(LABEL_SHARE, LABEL_PX / width);
  return (
    <Box component="section" aria-label={`Timeline, times in ${zone}`}>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
        <Box sx={{ width: NAME_WIDTH, flex: 'none' }} />
        <Ticks ref={scale} ticks={ticks} />
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
              <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
                <HubOutlinedIcon sx={{ fontSize: 16, mt: 0.25, color: 'text.secondary' }} />
                <AppLink
                  to="/collectives/$collectiveId"
                  params={{ collectiveId: lane.collectiveId }}
                  color="textPrimary"
                  underline="hover"
                  sx={{ fontWeight: 500 }}
                >
                  {lane.name}
                </AppLink>
              </Box>
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
              <Grid ticks={ticks} />
              {lane.marks.map((mark, at) => (
                <Mark
                  key={mark.at}
                  mark={mark}
                  short={narrow || (lane.marks[at + 1]?.at ?? 1) - mark.at < room}
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

/** The scale in the chosen time zone; each mark shows its time too. */
function Ticks({ ticks, ref }: { ticks: readonly Tick[]; ref: Ref<HTMLElement> }) {
  return (
    <Box
      ref={ref}
      aria-hidden="true"
      sx={{ position: 'relative', flex: { xs: 'none', sm: 1 }, height: 20, ml: INSET, mr: 2 }}
    >
      {ticks.map(({ at, label, day }) => (
        <Typography
          key={at}
          variant="caption"
          sx={{
            position: 'absolute',
            left: `${at * 100}%`,
            transform: 'translateX(-50%)',
            whiteSpace: 'nowrap',
            color: day ? 'text.primary' : 'text.secondary',
            fontWeight: day ? 500 : 400,
          }}
        >
          {label}
        </Typography>
      ))}
    </Box>
  );
}

/** The lines of the scale behind the marks of a lane; a stronger one starts a day. */
function Grid({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <Box component="li" aria-hidden="true" sx={{ position: 'absolute', inset: 0 }}>
      {ticks.map(({ at, day }) => (
        <Box
          component="span"
          key={at}
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            left: `${at * 100}%`,
            borderLeft: 1,
            borderColor: 'divider',
            borderLeftStyle: day ? 'solid' : 'dashed',
          }}
        />
      ))}
    </Box>
  );
}
