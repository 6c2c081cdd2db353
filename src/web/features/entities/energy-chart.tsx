import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber, formatQuantity } from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import type { EnergyBucket } from '../../../domain/session-maths.ts';
import { AXIS, ChartFrame, TOOLTIP } from './chart-frame.tsx';

interface EnergyChartProps {
  grain: Grain;
  buckets: readonly EnergyBucket[];
  unit: string | null;
  zone: string;
  /** Units of energy that the period also has and that are not drawn. */
  otherUnits: readonly string[];
}

/** Energy per day, week or month of the start of each session. */
export function EnergyChart({ grain, buckets, unit, zone, otherUnits }: EnergyChartProps) {
  const title = `Energy per ${grain}${unit === null ? '' : `, ${unit}`}`;
  return (
    <ChartFrame title={title} words={energyWords({ grain, buckets, unit, zone, otherUnits })}>
      <BarChart data={[...buckets]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
        <XAxis dataKey="date" minTickGap={36} {...AXIS} />
        <YAxis
          width={52}
          tickFormatter={(value) => (typeof value === 'number' ? formatNumber(value) : '')}
          {...AXIS}
          axisLine={false}
        />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => [
            formatQuantity(typeof value === 'number' ? value : null, unit, 3),
            'Energy',
          ]}
          labelFormatter={(label) =>
            grain === 'day' || typeof label !== 'string' ? label : `${grain} from ${label}`
          }
        />
        <Bar dataKey="energy" fill="var(--mui-palette-primary-main)" isAnimationActive={false} />
      </BarChart>
    </ChartFrame>
  );
}

/** The chart in a sentence: the highest bucket, the zone, and what is left out. */
function energyWords(props: EnergyChartProps): string {
  const { grain, buckets, unit, zone, otherUnits } = props;
  const highest = buckets.reduce<EnergyBucket | null>(
    (best, bucket) => (best === null || bucket.energy > best.energy ? bucket : best),
    null,
  );
  const parts = [`By the start of each session, days in ${zone}.`];
  if (highest !== null) {
    parts.push(
      `Most: ${formatQuantity(highest.energy, unit, 3)} ${grain === 'day' ? 'on' : `in the ${grain} from`} ${highest.date}.`,
    );
  }
  if (otherUnits.length > 0) {
    parts.push(`Not drawn: sessions in ${otherUnits.join(', ')}, which cannot be added to these.`);
  }
  return parts.join(' ');
}
