import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { stateCounts } from '../../../domain/batch-outcome.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatDate, formatNumber } from '../../../domain/format.ts';
import { segmentFill, VERDICT_STYLES } from '../../theme/status.ts';

interface StateDay {
  /** YYYY-MM-DD. */
  date: string;
  verdictCounts: Readonly<Record<string, number>>;
}

interface StateColumnsProps {
  label: string;
  days: readonly StateDay[];
}

const HEIGHT = 24;

function totalOf({ verdictCounts }: StateDay): number {
  return stateCounts(verdictCounts).reduce((sum, { count }) => sum + count, 0);
}

function dayLabel(day: StateDay): string {
  const states = stateCounts(day.verdictCounts).map(
    ({ verdict, count }) => `${VERDICT_LABELS[verdict]} ${formatNumber(count)}`,
  );
  return `${formatDate(day.date)}: ${states.length === 0 ? 'no Commands' : states.join(', ')}`;
}

/** Commands per day as small columns, stacked by status. */
export function StateColumns({ label, days }: StateColumnsProps) {
  const most = Math.max(...days.map(totalOf), 0);
  return (
    <Box
      component="figure"
      aria-label={label}
      sx={{ m: 0, fontSize: '1rem', fontWeight: 400, letterSpacing: 0 }}
    >
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          // A row sized by its content would grow with the columns, which follow the row.
          gridTemplateRows: `${HEIGHT}px`,
          gridAutoFlow: 'column',
          gridAutoColumns: 'minmax(0, 1fr)',
          gap: '2px',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {days.map((day) => (
          <Tooltip key={day.date} title={dayLabel(day)}>
            <Box
              component="li"
              sx={{
                height: HEIGHT,
                minWidth: 0,
                overflow: 'hidden',
                display: 'flex',
                flexDirection: 'column',
                justifyContent: 'flex-end',
              }}
            >
              <Column day={day} most={most} />
              <span className="visually-hidden">{dayLabel(day)}</span>
            </Box>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}

/** The most certain status is at the bottom. */
function Column({ day, most }: { day: StateDay; most: number }) {
  return stateCounts(day.verdictCounts)
    .toReversed()
    .map(({ verdict, count }) => (
      <Box
        key={verdict}
        sx={{
          flex: 'none',
          minHeight: '1px',
          height: `${(count / most) * HEIGHT}px`,
          background: segmentFill(VERDICT_STYLES[verdict]),
        }}
      />
    ));
}
