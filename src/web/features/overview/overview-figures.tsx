import Box from '@mui/material/Box';
import type { Overview } from '../../../contract/console/overview.ts';
import { stateCounts } from '../../../domain/batch-outcome.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import { verifiedShare } from './verified-share.ts';

/** The figures of the fleet in one row. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { entities, collectives, days, open, next, planned, unknown } = overview;
  const today = days.at(-1)?.verdictCounts ?? {};
  const [first] = next;
  return (
    <StatTiles short>
      <StatTile
        label="Entities"
        value={formatNumber(entities.total)}
        note={
          entities.unreachable === 0
            ? `in ${formatCount(collectives, 'Collective', 'Collectives')}`
            : `${formatNumber(entities.unreachable)} not reachable`
        }
      />
      <StatTile
        label="Commands today"
        value={formatNumber(stateCounts(today).reduce((sum, { count }) => sum + count, 0))}
        note={<Verified today={today} weekAgo={overview.weekAgo} />}
      />
      <StatTile
        label="Open now"
        value={formatNumber(open)}
        note={
          open > 0 ? <AppLink to="/batches">Running batches</AppLink> : 'every Command is final'
        }
      />
      <StatTile
        label="Planned"
        value={formatNumber(planned)}
        note={
          first === undefined ? (
            'nothing is planned'
          ) : (
            <>
              next: {commandLabelWithValue(first)}, <RelativeTimeText instant={first.triggerTime} />
            </>
          )
        }
      />
      <StatTile
        label="Outcome unknown"
        value={
          <Box
            component="span"
            sx={unknown.count > 0 ? { color: 'var(--mui-palette-status-amber)' } : undefined}
          >
            {formatNumber(unknown.count)}
          </Box>
        }
        note={
          unknown.newest === null ? (
            'every dispatch is accounted for'
          ) : (
            <>
              {requestLabel(unknown.newest.items)}, <ClockText instant={unknown.newest.createdAt} />
            </>
          )
        }
      />
    </StatTiles>
  );
}

interface VerifiedProps {
  today: Readonly<Record<string, number>>;
  weekAgo: Readonly<Record<string, number>>;
}

/** "94 % verified · 91 % a week ago"; nothing is said of a day without a Command. */
function Verified({ today, weekAgo }: VerifiedProps) {
  const [now, before] = [verifiedShare(today), verifiedShare(weekAgo)];
  if (now === null && before === null) return 'none was due yet';
  return [
    now === null ? 'none was due yet' : `${now} % verified`,
    ...(before === null ? [] : [`${before} % a week ago`]),
  ].join(' · ');
}
