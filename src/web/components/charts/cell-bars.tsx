import Box from '@mui/material/Box';
import { PROVISIONAL_OPACITY } from '../provisional.ts';

interface CellBarsProps {
  /** The period of the bars, shown on hover. */
  label: string;
  /** Null: unknown, which is not zero. */
  values: readonly (number | null)[];
  /** Number of provisional values at the end, drawn lighter. */
  provisional: number;
}

const [WIDTH, HEIGHT] = [72, 18];

/** Bars without axes, in a cell; a day without a known value has a grey base. */
export function CellBars({ label, values, provisional }: CellBarsProps) {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const step = WIDTH / Math.max(1, values.length);
  const end = values.length - provisional;
  const bars = (fits: (value: number | null, at: number) => boolean) =>
    values
      .map((value, at) => {
        if (!fits(value, at)) return '';
        const height = most === 0 ? 0 : ((value ?? 0) / most) * (HEIGHT - 1);
        const tall = Math.max(1, Math.round(height * 10) / 10);
        const x = Math.round(at * step * 10) / 10;
        return `M${x} ${HEIGHT - tall}h${Math.round((step - 0.6) * 10) / 10}v${tall}h-${Math.round((step - 0.6) * 10) / 10}z`;
      })
      .join('');
  return (
    <Box component="span" data-hint={label} sx={{ display: 'inline-flex' }}>
      <span className="visually-hidden">{label}</span>
      <Box
        component="svg"
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        sx={{ display: 'block', flex: 'none', width: WIDTH, height: HEIGHT }}
      >
        <path d={bars((value) => value === null)} fill="var(--mui-palette-divider)" />
        <g fill="var(--mui-palette-primary-main)">
          <path d={bars((value, at) => value !== null && at < end)} />
          <path
            d={bars((value, at) => value !== null && at >= end)}
            opacity={PROVISIONAL_OPACITY}
          />
        </g>
      </Box>
    </Box>
  );
}
