import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import {
  formatCount,
  formatDateTime,
  formatNumber,
  formatQuantity,
} from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { AXIS, ChartFrame, TOOLTIP } from '../../components/charts/chart-frame.tsx';
import type { PowerSeries } from './chart-points.ts';

interface PowerChartProps {
  series: PowerSeries;
  zone: string;
}

/** Average power per session, or the mean per day, week or month. */
export function PowerChart({ series, zone }: PowerChartProps) {
  const { per, points, total, unit, otherUnits } = series;
  const each = per === 'session';
  const summary = each
    ? 'One bar per session, oldest at the left.'
    : `The mean of the sessions per ${per}; ${formatCount(total, 'session', 'sessions')} in all.`;
  return (
    <ChartFrame
      title={`Average power${unit === null ? '' : `, ${unit}`}${each ? '' : `, mean per ${per}`}`}
      summary={
        otherUnits.length === 0
          ? summary
          : `${summary} Not drawn: sessions in ${otherUnits.join(', ')}.`
      }
    >
      <BarChart data={points} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
        <XAxis
          dataKey="start"
          minTickGap={36}
          tickFormatter={(start) =>
            each ? dateIn(zone, Date.parse(String(start))) : String(start)
          }
          {...AXIS}
        />
        <YAxis
          width={52}
          tickFormatter={(value) => (typeof value === 'number' ? formatNumber(value) : '')}
          {...AXIS}
          axisLine={false}
        />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => [
            formatQuantity(typeof value === 'number' ? value : null, unit, 1),
            each ? 'Average power' : 'Mean',
          ]}
          labelFormatter={(label) => {
            if (typeof label !== 'string') return label;
            if (each) return formatDateTime(label, zone);
            return per === 'day' ? label : `${per} from ${label}`;
          }}
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
