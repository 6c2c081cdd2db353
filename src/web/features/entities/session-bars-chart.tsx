import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatDate, formatDateTime } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import {
  AMOUNT_AXIS,
  AXIS,
  ChartFrame,
  dateLabel,
  TOOLTIP,
} from '../../components/charts/chart-frame.tsx';
import type { SessionBars } from './session-bars.ts';

interface SessionBarsChartProps {
  /** What is drawn, with its unit. */
  title: string;
  series: SessionBars;
  zone: string;
  /** What a bar of means is. */
  means: string;
  otherUnits?: readonly string[];
  /** CSS colour. */
  color: string;
  /** Ends of the axis if they are fixed, such as those of a percentage. */
  domain?: [number, number];
  /** Label of a bar in the tooltip, and its text. */
  name: string;
  text: (from: number, to: number) => string;
}

/** A value of sessions, each a bar from one value to another; many are drawn as means. */
export function SessionBarsChart(props: SessionBarsChartProps) {
  const { series, zone, otherUnits = [], color, domain, name, text } = props;
  const { per, bars, total } = series;
  const title = per === 'session' ? props.title : `${props.title}, mean per ${per}`;
  const summary = [
    per === 'session'
      ? 'One bar per session, oldest at the left.'
      : `${props.means}; ${formatCount(total, 'session', 'sessions')} in all.`,
    ...(otherUnits.length === 0 ? [] : [`Not drawn: sessions in ${otherUnits.join(', ')}.`]),
  ];
  return (
    <ChartFrame title={title} summary={summary.join(' ')}>
      <BarChart aria-label={title} data={bars} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
        <XAxis
          {...AXIS}
          dataKey="start"
          minTickGap={36}
          tickFormatter={(start: unknown) =>
            formatDate(per === 'session' ? dateIn(zone, Date.parse(String(start))) : String(start))
          }
        />
        <YAxis {...AMOUNT_AXIS} {...(domain !== undefined && { domain })} />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => {
            const [from = 0, to = 0] = Array.isArray(value) ? value.map(Number) : [];
            return [text(from, to), per === 'session' ? name : `Mean ${name.toLowerCase()}`];
          }}
          labelFormatter={
            per === 'session'
              ? (start: unknown) => formatDateTime(String(start), zone)
              : dateLabel(per)
          }
        />
        <Bar dataKey="span" fill={color} isAnimationActive={false} minPointSize={1} />
      </BarChart>
    </ChartFrame>
  );
}
