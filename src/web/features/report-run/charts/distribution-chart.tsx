import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReportDistribution } from '../../../../contract/console/report-result.ts';
import { formatCount, formatNumber } from '../../../../domain/format.ts';
import { AMOUNT_AXIS, AXIS, ChartFrame, TOOLTIP } from '../../../components/charts/chart-frame.tsx';
import { ChartFigures } from '../../../components/charts/chart-figures.tsx';

type Bucket = ReportDistribution['buckets'][number];

const LABELS = { energy: 'Energy of a session', duration: 'Duration of a session' } as const;

/** Label of a bar: "below 0", "10 to 20", "from 200". */
function bucketLabel({ from, to }: Bucket): string {
  if (from === null) return 'below 0';
  return to === null ? `from ${from}` : `${from} to ${to}`;
}

/** Histogram of the sessions. */
export function DistributionChart({ distribution }: { distribution: ReportDistribution }) {
  const { of, buckets, without } = distribution;
  const unit = of === 'duration' ? 'min' : (distribution.unit ?? 'no unit');
  const title = `${LABELS[of]}, ${unit}`;
  const highest = buckets.reduce<Bucket | null>(
    (best, bucket) => (best === null || bucket.sessions > best.sessions ? bucket : best),
    null,
  );
  const sentences = [
    highest === null
      ? 'No session has a value.'
      : `Most sessions: ${formatNumber(highest.sessions)} with ${bucketLabel(highest)} ${unit}.`,
    without === 0 ? null : `${formatCount(without, 'session has', 'sessions have')} no value.`,
  ].filter((part) => part !== null);
  return (
    <div>
      <ChartFrame title={title} summary={sentences.join(' ')}>
        <BarChart
          aria-label={title}
          data={buckets.map((bucket) => ({
            ...bucket,
            edge: bucket.from ?? '< 0',
            name: bucketLabel(bucket),
          }))}
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
          barCategoryGap={1}
        >
          <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
          <XAxis dataKey="edge" minTickGap={24} {...AXIS} />
          <YAxis {...AMOUNT_AXIS} allowDecimals={false} />
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
          { key: 'bucket', header: unit, cell: bucketLabel },
          {
            key: 'sessions',
            header: 'Sessions',
            numeric: true,
            cell: ({ sessions }) => formatNumber(sessions),
          },
        ]}
        rows={buckets}
        rowKey={bucketLabel}
        renderNarrow={(bucket) => ({
          first: `${bucketLabel(bucket)} ${unit}`,
          second: formatCount(bucket.sessions, 'session', 'sessions'),
        })}
      />
    </div>
  );
}
