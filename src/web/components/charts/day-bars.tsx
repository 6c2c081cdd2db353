import Box from '@mui/material/Box';
import { PROVISIONAL_OPACITY } from '../provisional.ts';

interface DayBar {
  /** YYYY-MM-DD. */
  date: string;
  /** Null: unknown for this day, which is not zero. */
  value: number | null;
}

interface DayBarsProps {
  /** Text alternative for the bars. */
  label: string;
  days: readonly DayBar[];
  /** CSS colour. */
  color: string;
  /** Number of provisional days at the end, drawn lighter. */
  provisional: number;
}

const HEIGHT = 72;
const STEP = 10;

/** Values per day as a small chart without axes. */
export function DayBars({ label, days, color, provisional }: DayBarsProps) {
  const most = Math.max(0, ...days.map(({ value }) => value ?? 0));
  return (
    <Box
      component="figure"
      aria-label={label}
      data-hint={provisional > 0 ? label : undefined}
      sx={{ m: 0 }}
    >
      <Box
        component="svg"
        aria-hidden="true"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        sx={{ display: 'block', width: 1, height: HEIGHT }}
      >
        {days.map(({ date, value }, at) => {
          const height = value === null || most === 0 ? 1 : Math.max(1, (value / most) * HEIGHT);
          return (
            <rect
              key={date}
              x={at * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              fill={value === null ? 'var(--mui-palette-divider)' : color}
              opacity={
                value !== null && at >= days.length - provisional ? PROVISIONAL_OPACITY : undefined
              }
            />
          );
        })}
      </Box>
    </Box>
  );
}
