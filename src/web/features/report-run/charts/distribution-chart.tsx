import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReportDistribution } from '../../../../contract/console/report-result.ts';
import { formatCount, formatNumber } from '../../../../domain/format.ts';
import { AXIS, ChartFrame, TOOLTIP } from '../../../components/charts/chart-frame.tsx';
import { ChartFigures } from './chart-figures.tsx';

type Bucket = ReportDistribution['buckets'][number];

const WORDS = { energy: 'Energy of a session', duration: 'Duration of a session' } as const;

/** What a bar stands for: "10 to 20", "from 200". */
function bucketWords({ from, to }: Bucket): string {
  return to === null ? `from ${from}` : `${from} to ${to}`;
}

/** How many sessions have how much. */
export function DistributionChart({ distribution }: { distribution: ReportDistribution }) {
  const { of, buckets, without } = distribution;
  const unit = of === 'duration' ? 'min' : (distribution.unit ?? 'no unit');
  const title = `${WORDS[of]}, ${unit}`;
  const highest = buckets.reduce<Bucket | null>(
    (best, bucket) => (best === null || bucket.sessions > best.sessions ? bucket : best),
    null,
  );
  const words = [
    highest === null
      ? 'No session has one.'
      : `Most sessions: ${formatNumber(highest.sessions)} with ${bucketWords(highest)} ${unit}.`,
    without === 0 ? null : `${formatCount(without, 'session has', 'sessions have')} none.`,
  ].filter((part) => part !== null);
  return (
    <div>
      <ChartFrame title={title} summary={words.join(' ')}>
        <BarChart
          data={buckets.map((bucket) => ({ ...bucket, name: bucketWords(bucket) }))}
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
          barCategoryGap={1}
        >
          <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
          <XAxis dataKey="from" minTickGap={24} {...AXIS} />
          <YAxis
            width={52}
            allowDecimals={false}
            tickFormatter={(value) => (typeof value === 'number' ? formatNumber(value) : '')}
            {...AXIS}
            axisLine={false}
          />
          <Tooltip
            {...TOOLTIP}
            formatter={(value) => [
              typeof value === 'number' ? formatNumber(value) : '',
              'Sessions',
            ]}
            labelFormatter={(_, payload) => {
              const bucket: unknown = payload[0]?.payload;
              return typeof bucket === 'object' && bucket !== null && 'name' in bucket
                ? `${String(bucket.name)} ${unit}`
                : '';
            }}
          />
          <Bar dataKey="sessions" fill="var(--mui-palette-status-blue)" isAnimationActive={false} />
        </BarChart>
      </ChartFrame>
      <ChartFigures
        label={title}
        columns={[
          { key: 'bucket', header: unit, cell: bucketWords },
          {
            key: 'sessions',
            header: 'Sessions',
            numeric: true,
            cell: ({ sessions }) => formatNumber(sessions),
          },
        ]}
        rows={buckets}
        rowKey={({ from }) => from}
        renderNarrow={(bucket) => ({
          first: `${bucketWords(bucket)} ${unit}`,
          second: formatCount(bucket.sessions, 'session', 'sessions'),
        })}
      />
    </div>
  );
}
