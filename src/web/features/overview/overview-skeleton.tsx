import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { cardStyle } from '../../components/card-style.ts';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { Pair } from './pair.tsx';

/** Heights of the cards' content, in px. */
const MAP = 210;
const ENERGY = 170;
/** Number of entries in a narrow card. */
const ENTRIES = 3;
const LABELS = ['Entities', 'Commands today', 'Open now', 'Outcome unknown', 'Energy, 7 days'];

/** The Overview during its first read, in its later shape. */
export function OverviewSkeleton() {
  return (
    <Box
      component="output"
      aria-label="Reading the overview"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <StatTiles short noteLines={2}>
        {LABELS.map((label) => (
          <StatTile
            key={label}
            label={label}
            value={<Skeleton width="40%" />}
            note={<Skeleton width="70%" />}
          />
        ))}
      </StatTiles>
      <Pair>
        <Block height={MAP} />
        <Lines />
      </Pair>
      <Pair>
        <Block height={ENERGY} />
        <Lines />
      </Pair>
      <RowsSkeleton what="the Collectives" rows={3} />
    </Box>
  );
}

function Block({ height }: { height: number }) {
  return (
    <Box sx={{ ...cardStyle, p: 2 }}>
      <Skeleton width="30%" sx={{ mb: 1.5 }} />
      <Skeleton variant="rounded" height={height} />
    </Box>
  );
}

function Lines() {
  return (
    <Box sx={{ ...cardStyle, p: 2 }}>
      <Skeleton width="45%" sx={{ mb: 1.5 }} />
      {Array.from({ length: ENTRIES }, (_, at) => (
        <Box key={at} sx={{ mb: 1.5 }}>
          <Skeleton width={`${70 - at * 8}%`} />
          <Skeleton width={`${45 + at * 6}%`} />
        </Box>
      ))}
    </Box>
  );
}
