import type { ChartSync } from '../../components/charts/chart-sync.ts';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount } from '../../../domain/format.ts';
import { AXIS, ChartFrame, TOOLTIP } from '../../components/charts/chart-frame.tsx';
import type { ChargeSeries } from './chart-points.ts';
import { startAxis, startLabel } from './start-axis.ts';

interface ChargeChartProps {
  series: ChargeSeries;
  zone: string;
  /** Charts of the page with the same value highlight the same day. */
  sync?: ChartSync;
}

/** State of charge as bars from start to end: one per session, or means per day, week or month. */
export function ChargeChart({ series, zone, sync }: ChargeChartProps) {
  const { per, points, total } = series;
  const each = per === 'session';
  const title = `State of charge from start to end, %${each ? '' : `, mean per ${per}`}`;
  return (
    <ChartFrame
      title={title}
      summary={
        each
          ? 'One bar per session, oldest at the left.'
          : `Each bar runs from the mean at the start to the mean at the end of its sessions; ${formatCount(total, 'session', 'sessions')} in all.`
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
        <YAxis
          width={48}
          domain={[0, 100]}
          ticks={[0, 25, 50, 75, 100]}
          {...AXIS}
          axisLine={false}
        />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => [
            Array.isArray(value) ? `${value.map(String).join(' → ')} %` : '',
            each ? 'Charge' : 'Mean charge',
          ]}
          labelFormatter={startLabel(per, zone)}
        />
        <Bar
          dataKey="charge"
          fill="var(--mui-palette-status-teal)"
          isAnimationActive={false}
          minPointSize={1}
        />
      </BarChart>
    </ChartFrame>
  );
}
