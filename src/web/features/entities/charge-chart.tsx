import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDateTime, formatNumber } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { AXIS, ChartFrame, TOOLTIP } from './chart-frame.tsx';
import type { ChargePoint } from './chart-points.ts';

interface ChargeChartProps {
  /** Oldest first. */
  points: readonly ChargePoint[];
  /** How many there are in all; more than are drawn where the period is long. */
  total: number;
  zone: string;
}

/** State of charge of each session as a bar from its start to its end. */
export function ChargeChart({ points, total, zone }: ChargeChartProps) {
  const cut =
    total > points.length
      ? ` The latest ${formatNumber(points.length)} of ${formatNumber(total)} sessions are drawn.`
      : '';
  return (
    <ChartFrame
      title="State of charge from start to end, %"
      words={`One bar per session, oldest at the left.${cut}`}
    >
      <BarChart data={[...points]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
        <XAxis
          dataKey="start"
          minTickGap={36}
          tickFormatter={(start) => dateIn(zone, Date.parse(String(start)))}
          {...AXIS}
        />
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
            'Charge',
          ]}
          labelFormatter={(label) =>
            typeof label === 'string' ? formatDateTime(label, zone) : label
          }
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
