import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReportSeries } from '../../../../contract/console/report-result.ts';
import { formatCompact, formatEnergy, MISSING } from '../../../../domain/format.ts';
import { shownEnergy } from '../../../../domain/reports/shown-sums.ts';
import {
  barAxis,
  beginText,
  ChartFrame,
  cutMessage,
  DATE_AXIS,
  dateLabel,
  TOOLTIP,
} from '../../../components/charts/chart-frame.tsx';
import type { ChartSpan } from '../../../components/charts/chart-span.ts';
import { lightMeans, provisionalCells } from '../../../components/charts/provisional-bars.tsx';
import { SpanBrush } from '../../../components/charts/span-brush.tsx';
import { groupColors, stackColor } from '../../../components/charts/stack-colors.ts';
import { useSeriesToggle } from '../../../components/charts/use-series-toggle.ts';
import type { Column } from '../../../components/table/column.ts';
import { ChartFigures } from '../../../components/charts/chart-figures.tsx';
import { shortName, type SeriesBar } from './series-points.ts';

interface SeriesChartProps {
  series: ReportSeries;
  bars: readonly SeriesBar[];
  /** Names of the separate groups. */
  labels: readonly string[];
  zone: string;
  /** From this date on figures may still grow; null: none may. */
  provisionalFrom: string | null;
  /** Label of the compared period; null: there is none. */
  ghost: string | null;
  /** Other units of energy in the run, which are not drawn. */
  otherUnits: readonly string[];
  /** Narrows the report to the chosen days; absent: the period cannot be changed. */
  onSpan?: ((span: ChartSpan) => void) | undefined;
}

const REST = 'All others';
const GHOST = 'var(--mui-palette-text-secondary)';

/** Energy over time, stacked by group, with the compared run as a dashed line. */
export function SeriesChart(props: SeriesChartProps) {
  const { series, bars, labels, ghost, onSpan, provisionalFrom } = props;
  const { grain, unit } = series;
  const light = { bars, grain, provisionalFrom };
  const names = [...labels, REST];
  const drawn = names.flatMap((name, at) =>
    bars.some(({ parts }) => (parts[at] ?? '0') !== '0') ? [{ name, at }] : [],
  );
  const data = bars.map((bar) => ({
    date: bar.date,
    parts: bar.parts.map(Number),
    ghost: bar.ghost === null ? null : Number(bar.ghost.energy),
  }));
  const colors = groupColors(
    series.by,
    series.groups.map(({ key }) => key),
  );
  const fillOf = (at: number) => colors[at] ?? stackColor(null);
  const legend = [
    ...drawn.map(({ name, at }) => ({
      key: String(at),
      label: name,
      color: fillOf(at),
      value: formatCompact(data.reduce((sum, { parts }) => sum + (parts[at] ?? 0), 0)),
    })),
    ...(ghost === null ? [] : [{ key: 'ghost', label: ghost, color: GHOST, dashed: true }]),
  ];
  const shown = useSeriesToggle(legend.map(({ key }) => key));
  const title = `Energy per ${grain}${unit === null ? '' : `, ${unit}`}`;
  return (
    <div>
      <ChartFrame
        title={title}
        summary={seriesSummary(props)}
        legend={{ entries: legend, series: shown }}
        zooms={onSpan !== undefined && grain !== 'hour'}
      >
        <ComposedChart
          aria-label={title}
          data={data}
          stackOffset="sign"
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
          <XAxis {...DATE_AXIS} />
          <YAxis {...barAxis(bars.map(({ total }) => Number(total)))} />
          <Tooltip
            {...TOOLTIP}
            formatter={(value, name) => [
              formatEnergy(typeof value === 'number' ? value : null, unit),
              shortName(String(name)),
            ]}
            labelFormatter={dateLabel(grain)}
          />
          {drawn.map(({ name, at }) => (
            <Bar
              key={at}
              hide={!shown.isShown(String(at))}
              dataKey={`parts.${at}`}
              name={name}
              stackId="energy"
              fill={fillOf(at)}
              isAnimationActive={false}
            >
              {provisionalCells(light)}
            </Bar>
          ))}
          {ghost !== null && (
            <Line
              hide={!shown.isShown('ghost')}
              dataKey="ghost"
              name={ghost}
              stroke={GHOST}
              strokeDasharray="4 3"
              strokeWidth={1.5}
              dot={false}
              isAnimationActive={false}
            />
          )}
          {onSpan !== undefined && grain !== 'hour' && <SpanBrush grain={grain} onSpan={onSpan} />}
        </ComposedChart>
      </ChartFrame>
      <ChartFigures
        label={title}
        columns={figureColumns(props, drawn)}
        rows={bars}
        rowKey={({ date }) => date}
        renderNarrow={(bar) => ({
          first: beginText(bar.date),
          second: [
            `${shownEnergy(bar.total)} ${unit ?? ''}`,
            ...(bar.ghost === null
              ? []
              : [`${shownEnergy(bar.ghost.energy)} on ${beginText(bar.ghost.date)}`]),
          ].join(' · '),
        })}
        minWidth={200 + (drawn.length + (ghost === null ? 0 : 2)) * 110}
      />
    </div>
  );
}

function figureColumns(
  { ghost }: SeriesChartProps,
  drawn: readonly { name: string; at: number }[],
): Column<SeriesBar>[] {
  const columns: Column<SeriesBar>[] = [
    { key: 'date', header: 'From', width: '136px', cell: ({ date }) => beginText(date) },
    ...drawn.map(({ name, at }) => ({
      key: String(at),
      header: name,
      numeric: true,
      cell: ({ parts }: SeriesBar) => shownEnergy(parts[at] ?? '0'),
    })),
    { key: 'total', header: 'Total', numeric: true, cell: ({ total }) => shownEnergy(total) },
  ];
  if (ghost === null) return columns;
  return [
    ...columns,
    {
      key: 'then',
      header: 'Compared from',
      width: '110px',
      cell: (bar) => (bar.ghost === null ? MISSING : beginText(bar.ghost.date)),
    },
    {
      key: 'ghost',
      header: ghost,
      numeric: true,
      cell: (bar) => shownEnergy(bar.ghost?.energy ?? null),
    },
  ];
}

/** The chart in a sentence: the highest bar, the time zone, the comparison, and what is left out. */
function seriesSummary(props: SeriesChartProps): string {
  const { series, bars, zone, ghost, otherUnits, provisionalFrom } = props;
  const { grain, unit } = series;
  const highest = bars.reduce<SeriesBar | null>(
    (best, bar) => (best === null || Number(bar.total) > Number(best.total) ? bar : best),
    null,
  );
  const parts = [`${grain === 'hour' ? 'Hours' : 'Days'} in ${zone}.`];
  if (highest !== null) {
    const when = grain === 'day' ? 'on' : `in the ${grain} from`;
    parts.push(
      `Most: ${shownEnergy(highest.total)} ${unit ?? ''} ${when} ${beginText(highest.date)}.`,
    );
  }
  const means = lightMeans({ bars, grain, provisionalFrom });
  if (means !== null) parts.push(means);
  const cut = cutMessage(bars.map(({ total }) => Number(total)));
  if (cut !== null) parts.push(cut);
  if (ghost !== null) parts.push(`The dashed line is ${ghost}, aligned by the first ${grain}.`);
  if (otherUnits.length > 0) {
    parts.push(`Not drawn: energy in ${otherUnits.join(', ')}, which cannot be added to this.`);
  }
  return parts.join(' ');
}
