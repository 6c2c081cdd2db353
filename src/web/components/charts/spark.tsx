import Box from '@mui/material/Box';
import { formatDate } from '../../../domain/format.ts';
import { countDates } from '../../../domain/plain-dates.ts';

interface SparkProps {
  /** Text alternative for the bars. */
  label: string;
  /** Evenly spaced, oldest first. Null: unknown, which is not zero. */
  values: readonly (number | null)[];
  /** CSS colour. */
  color: string;
  /** In px; absent: the available width. */
  width?: number;
  height?: number;
  /** Number of provisional values at the end, drawn lighter. */
  provisional: number;
}

const STEP = 10;

/** Bars without axes, in a cell or a tile. One path for each look: a list has thousands of bars. */
export function Spark({ label, values, color, width, height = 22, provisional }: SparkProps) {
  const known = values.map((value) => value ?? 0);
  const low = Math.min(0, ...known);
  const scale = (height - 1) / (Math.max(0, ...known) - low || 1);
  const end = values.length - provisional;
  const bars = (isMeant: (value: number | null, at: number) => boolean) =>
    values
      .map((value, at) => {
        if (!isMeant(value, at)) return '';
        const rise = (value ?? 0) * scale;
        const tall = Math.max(1, Math.abs(rise)).toFixed(1);
        const top = (height + low * scale - (rise < 0 ? 0 : Number(tall))).toFixed(1);
        return `M${at * STEP + 1} ${top}h${STEP - 2}v${tall}h${2 - STEP}z`;
      })
      .join('');
  return (
    <Box component="figure" aria-label={label} sx={{ m: 0, width }}>
      <Box
        component="svg"
        aria-hidden="true"
        viewBox={`0 0 ${values.length * STEP} ${height}`}
        preserveAspectRatio="none"
        sx={{ display: 'block', width: 1, height }}
      >
        <path d={bars((value) => value === null)} fill="var(--mui-palette-divider)" />
        <path d={bars((value, at) => value !== null && at < end)} fill={color} />
        <path
          d={bars((value, at) => value !== null && at >= end)}
          fill={color}
          opacity={PROVISIONAL_OPACITY}
        />
      </Box>
    </Box>
  );
}

/** Opacity of days that may still grow, in every chart. */
export const PROVISIONAL_OPACITY = 0.4;

/** Values of days that may still grow. */
interface Provisional {
  /** Their number at the end. */
  days: number;
  /** "provisional from 1 Mar 2026 on"; null: none is. */
  text: string | null;
}

/**
 * Which days of a period are provisional.
 * @param from the first provisional day, as dates YYYY-MM-DD
 * @param last the last day shown
 */
export function provisionalDays(from: string, last: string): Provisional {
  const days = countDates(from, last);
  return { days, text: days === 0 ? null : `provisional from ${formatDate(from)} on` };
}
