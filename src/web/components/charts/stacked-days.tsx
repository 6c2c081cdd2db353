import Box from '@mui/material/Box';
import { formatCompact, formatDate, formatEnergy } from '../../../domain/format.ts';
import { ChartLegend } from './chart-legend.tsx';
import { PROVISIONAL_OPACITY } from '../provisional.ts';
import { useSeriesToggle } from './use-series-toggle.ts';

interface Layer {
  key: string;
  label: string;
  /** CSS colour. */
  color: string;
  /** A value for each date. */
  values: readonly number[];
}

interface StackedDaysProps {
  /** Text alternative for the chart. */
  label: string;
  /** YYYY-MM-DD, oldest first. */
  dates: readonly string[];
  layers: readonly Layer[];
  /** The period of the same length before, in total: a value per date. */
  previous: readonly number[];
  /** Unit of all values, verbatim. */
  unit: string | null;
  /** Number of provisional dates at the end, whose columns are lighter. */
  provisional: number;
}

const HEIGHT = 100;
const STEP = 10;
const AXIS_WIDTH = 44;
/** The key of the previous period in the legend. */
const BEFORE = 'before';

/** The smallest round number at or above all values. */
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].find((times) => times * power >= most) ?? 10) * power;
}

/** Amounts per day as stacked columns, with the previous period as a dashed line. */
export function StackedDays(props: StackedDaysProps) {
  const { label, dates, previous, unit } = props;
  const before = 'previous';
  const series = useSeriesToggle([...props.layers.map(({ key }) => key), BEFORE]);
  const layers = props.layers.filter(({ key }) => series.isShown(key));
  const isBeforeShown = series.isShown(BEFORE);
  const isProvisional = (at: number) => at >= dates.length - props.provisional;
  const totals = dates.map((_, at) =>
    layers.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const most = Math.max(...totals, ...(isBeforeShown ? previous : []));
  const top = most > 0 ? roundUp(most) : 1;
  const textOf = (at: number) =>
    [
      `${formatDate(dates[at] ?? '')}: ${formatEnergy(totals[at] ?? 0, unit)}`,
      ...(isProvisional(at) ? ['provisional'] : []),
      ...layers.map(({ label: name, values }) => `${name} ${formatEnergy(values[at] ?? 0, null)}`),
      ...(isBeforeShown ? [`${before}: ${formatEnergy(previous[at] ?? 0, null)}`] : []),
    ].join(', ');
  return (
    <Box component="figure" aria-label={label} sx={{ m: 0 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: `${AXIS_WIDTH}px minmax(0, 1fr)` }}>
        <Axis top={top} />
        <Box sx={{ position: 'relative', height: HEIGHT, borderBottom: 1, borderColor: 'divider' }}>
          {[0, 50].map((at) => (
            <Box
              key={at}
              aria-hidden="true"
              sx={{
                position: 'absolute',
                inset: 0,
                top: `${at}%`,
                borderTop: 1,
                borderColor: 'divider',
              }}
            />
          ))}
          <Box
            component="ul"
            sx={{
              position: 'absolute',
              inset: 0,
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))`,
            }}
          >
            {dates.map((date, at) => (
              <Box
                key={date}
                component="li"
                data-hint={textOf(at)}
                sx={{
                  height: 1,
                  px: { xs: '2px', sm: '12%' },
                  display: 'flex',
                  flexDirection: 'column-reverse',
                  '&:hover': { bgcolor: 'action.hover' },
                }}
              >
                {layers.map(({ key, color, values }) => (
                  <Box
                    key={key}
                    style={{
                      height: `${(Math.max(0, values[at] ?? 0) / top) * 100}%`,
                      background: color,
                    }}
                    sx={{ flex: 'none', opacity: isProvisional(at) ? PROVISIONAL_OPACITY : 1 }}
                  />
                ))}
                <span className="visually-hidden">{textOf(at)}</span>
              </Box>
            ))}
          </Box>
          {isBeforeShown && <Before values={previous} top={top} />}
        </Box>
        <span />
        <Box
          aria-hidden="true"
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            mt: 0.5,
            fontSize: '0.75rem',
            color: 'text.secondary',
          }}
        >
          <span>{formatDate(dates[0] ?? '')}</span>
          <span>{formatDate(dates[Math.floor(dates.length / 2)] ?? '')}</span>
          <span>today</span>
        </Box>
      </Box>
      <ChartLegend
        series={series}
        entries={[
          ...props.layers.map(({ key, label: name, color, values }) => ({
            key,
            label: name,
            color,
            value: formatCompact(values.reduce((sum, value) => sum + value, 0)),
          })),
          { key: BEFORE, label: before, color: 'var(--mui-palette-text-primary)', dashed: true },
        ]}
      />
    </Box>
  );
}

function Axis({ top }: { top: number }) {
  return (
    <Box
      aria-hidden="true"
      sx={{
        height: HEIGHT,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        pr: 1,
        textAlign: 'right',
        fontSize: '0.75rem',
        lineHeight: 1,
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <span>{formatCompact(top)}</span>
      <span>{formatCompact(top / 2)}</span>
      <span>0</span>
    </Box>
  );
}

function Before({ values, top }: { values: readonly number[]; top: number }) {
  const points = values.map(
    (value, at) => `${(at + 0.5) * STEP},${(HEIGHT * (1 - Math.max(0, value) / top)).toFixed(1)}`,
  );
  return (
    <Box
      component="svg"
      aria-hidden="true"
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      sx={{
        position: 'absolute',
        inset: 0,
        width: 1,
        height: 1,
        pointerEvents: 'none',
        color: 'text.primary',
      }}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
    </Box>
  );
}
