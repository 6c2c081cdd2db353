import type { ChartSync } from '../../components/charts/chart-sync.ts';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatQuantity } from '../../../domain/format.ts';
import { AMOUNT_AXIS, ChartFrame, TOOLTIP } from '../../components/charts/chart-frame.tsx';
import type { PowerSeries } from './chart-points.ts';
import { startAxis, startLabel } from './start-axis.ts';

interface PowerChartProps {
  series: PowerSeries;
  zone: string;
  /** Charts of the page with the same value highlight the same day. */
  sync?: ChartSync;
}

/** Average power per session, or the mean per day, week or month. */
export function PowerChart({ series, zone, sync }: PowerChartProps) {
  const { per, points, total, unit, otherUnits } = series;
  const each = per === 'session';
  const title = `Average power${unit === null ? '' : `, ${unit}`}${each ? '' : `, mean per ${per}`}`;
  const summary = each
    ? 'One bar per session, oldest at the left.'
    : `The mean of the sessions per ${per}; ${formatCount(total, 'session', 'sessions')} in all.`;
  return (
    <ChartFrame
      title={title}
      summary={
        otherUnits.length === 0
          ? summary
          : `${summary} Not drawn: sessions in ${otherUnits.join(', ')}.`
      }
    >
      <BarChart
        aria-label={title}
        data={points}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        {...sync}
      >
        <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
        <XAxis {...startAxis(per, zone)} />
        <YAxis {...AMOUNT_AXIS} />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => [
            formatQuantity(typeof value === 'number' ? value : null, unit, 1),
            each ? 'Average power' : 'Mean',
          ]}
          labelFormatter={startLabel(per, zone)}
        />
        <Bar
          dataKey="power"
          fill="var(--mui-palette-status-blue)"
          isAnimationActive={false}
          minPointSize={1}
        />
      </BarChart>
    </ChartFrame>
  );
}
