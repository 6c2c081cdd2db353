import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatDate, formatEnergy } from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import type { EnergyBucket, RegisterEnergy } from '../../../domain/session-maths.ts';
import { ChartFigures } from './chart-figures.tsx';
import type { ChartSpan } from './chart-span.ts';
import type { ChartSync } from './chart-sync.ts';
import { barAxis, ChartFrame, cutMessage, DATE_AXIS, dateLabel, TOOLTIP } from './chart-frame.tsx';
import { lightMeans, provisionalCells } from './provisional-bars.tsx';
import { SpanBrush } from './span-brush.tsx';
import { useSeriesToggle } from './use-series-toggle.ts';

interface EnergyChartProps {
  grain: Grain;
  buckets: readonly EnergyBucket[];
  unit: string | null;
  zone: string;
  /** Other energy units in the period, which are not drawn. */
  otherUnits: readonly string[];
  /** From this date on sessions may still be missing; null: complete. */
  provisionalFrom: string | null;
  /** Narrows the period to the chosen days; absent: the period cannot be changed. */
  onSpan?: (span: ChartSpan) => void;
  /** Charts of a page with the same value highlight the same day. */
  sync?: ChartSync | undefined;
}

/** The parts of a bar from the bottom, with colours for both schemes. */
const PARTS: readonly { key: keyof RegisterEnergy; label: string; fill: string }[] = [
  { key: 't1', label: 't1', fill: 'var(--mui-palette-primary-main)' },
  { key: 't2', label: 't2', fill: 'var(--mui-palette-status-teal)' },
  { key: 't3', label: 't3', fill: 'var(--mui-palette-status-amber)' },
  { key: 't4', label: 't4', fill: 'var(--mui-palette-status-blue)' },
  { key: 'other', label: 'no register', fill: 'var(--mui-palette-status-grey)' },
];

/** All energy, if no session has registers. */
const WHOLE: (typeof PARTS)[number] = {
  key: 'other',
  label: 'energy',
  fill: 'var(--mui-palette-primary-main)',
};

/** Energy per day, week or month by start of session, stacked by tariff register. */
export function EnergyChart(props: EnergyChartProps) {
  const { grain, buckets, unit, onSpan, sync, provisionalFrom } = props;
  const light = { bars: buckets, grain, provisionalFrom };
  const used = PARTS.filter(({ key }) => buckets.some(({ registers }) => registers[key] !== 0));
  // Without any register there is nothing to stack.
  const parts = used.some(({ key }) => key !== 'other') ? used : [WHOLE];
  const shown = useSeriesToggle(parts.map(({ key }) => key));
  const heights = buckets.map(({ energy }) => energy);
  const title = `Energy per ${grain}${unit === null ? '' : `, ${unit}`}`;
  return (
    <div>
      <ChartFrame
        title={title}
        summary={energySummary(props)}
        legend={{
          series: shown,
          entries: parts.map(({ key, label, fill }) => ({
            key,
            label,
            color: fill,
            value: formatCompact(buckets.reduce((sum, { registers }) => sum + registers[key], 0)),
          })),
        }}
        zooms={onSpan !== undefined}
      >
        <BarChart
          aria-label={title}
          data={[...buckets]}
          stackOffset="sign"
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
          {...sync}
        >
          <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
          <XAxis {...DATE_AXIS} />
          <YAxis {...barAxis(heights)} />
          <Tooltip
            {...TOOLTIP}
            formatter={(value, name) => [
              formatEnergy(typeof value === 'number' ? value : null, unit),
              name,
            ]}
            labelFormatter={dateLabel(grain)}
          />
          {parts.map(({ key, label, fill }) => (
            <Bar
              key={key}
              hide={!shown.isShown(key)}
              dataKey={`registers.${key}`}
              name={label}
              stackId="energy"
              fill={fill}
              isAnimationActive={false}
            >
              {provisionalCells(light)}
            </Bar>
          ))}
          {onSpan !== undefined && <SpanBrush grain={grain} onSpan={onSpan} />}
        </BarChart>
      </ChartFrame>
      <ChartFigures
        label={title}
        columns={[
          { key: 'date', header: 'From', width: '100px', cell: ({ date }) => formatDate(date) },
          ...(parts.length === 1 ? [] : parts).map(({ key, label }) => ({
            key,
            header: label,
            numeric: true,
            cell: ({ registers }: EnergyBucket) => formatEnergy(registers[key], null),
          })),
          {
            key: 'total',
            header: 'Energy',
            numeric: true,
            cell: ({ energy }) => formatEnergy(energy, null),
          },
        ]}
        rows={buckets}
        rowKey={({ date }) => date}
        renderNarrow={({ date, energy }) => ({
          first: formatDate(date),
          second: formatEnergy(energy, unit),
        })}
      />
    </div>
  );
}

/** The chart in a sentence: the highest bucket, the time zone, and what is left out. */
function energySummary(props: EnergyChartProps): string {
  const { grain, buckets, unit, zone, otherUnits } = props;
  const highest = buckets.reduce<EnergyBucket | null>(
    (best, bucket) => (best === null || bucket.energy > best.energy ? bucket : best),
    null,
  );
  const parts = [`By the start of each session, days in ${zone}.`];
  if (highest !== null) {
    parts.push(
      `Most: ${formatEnergy(highest.energy, unit)} ${grain === 'day' ? 'on' : `in the ${grain} from`} ${formatDate(highest.date)}.`,
    );
  }
  const loose = buckets.filter(({ registers }) => registers.other !== 0).length;
  if (loose > 0 && buckets.some(({ energy, registers }) => registers.other !== energy)) {
    parts.push(
      'Sessions whose registers are missing or do not add up to the total count as no register.',
    );
  }
  const means = lightMeans({ bars: buckets, grain, provisionalFrom: props.provisionalFrom });
  if (means !== null) parts.push(means);
  const cut = cutMessage(buckets.map(({ energy }) => energy));
  if (cut !== null) parts.push(cut);
  if (otherUnits.length > 0) {
    parts.push(`Not drawn: sessions in ${otherUnits.join(', ')}, which cannot be added to these.`);
  }
  return parts.join(' ');
}
