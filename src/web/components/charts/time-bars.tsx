import Box from '@mui/material/Box';
import { useState, type ComponentProps } from 'react';
import { Bar, CartesianGrid, Cell, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatEnergy, MISSING } from '../../../domain/format.ts';
import { column, type Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { PROVISIONAL_OPACITY } from './spark.tsx';
import {
  barAxis,
  beginText,
  ChartFrame,
  DATE_AXIS,
  dateLabel,
  TOOLTIP,
  useSeriesToggle,
} from './chart-frame.tsx';
import {
  amountText,
  barsSummary,
  mayGrow,
  shortName,
  type Amount,
  type Stack,
  type TimeBar,
  type TimeBarsProps,
} from './time-bar.ts';

const BEFORE = 'var(--mui-palette-text-secondary)';
/** The key of the period compared with, in the legend. */
const BEFORE_KEY = 'compared with';

/** Energy over time in stacked bars, with another period as a dashed line, and its figures as a table. */
export function TimeBars(props: TimeBarsProps) {
  const { grain, bars, unit, by, before = null, provisionalFrom, small = false } = props;
  const stacks = props.stacks.flatMap((stack, at) => {
    const total = bars.reduce((sum, { parts }) => sum + Number(parts[at] ?? 0), 0);
    const isAny = bars.some(({ parts }) => Number(parts[at] ?? 0) !== 0);
    return isAny ? [{ ...stack, at, value: formatCompact(total) }] : [];
  });
  const data = bars.map((bar) => ({
    date: bar.date,
    parts: bar.parts.map(Number),
    before: bar.before === null ? null : Number(bar.before.energy),
  }));
  // First, so that it stays where it is while more is read.
  const entries = [
    ...(before === null ? [] : [{ key: BEFORE_KEY, label: before, color: BEFORE, dashed: true }]),
    ...stacks,
  ];
  const series = useSeriesToggle(entries.map(({ key }) => key));
  const title = [`Energy per ${grain}`, by, unit].filter(Boolean).join(', ');
  const summary = barsSummary(props);
  return (
    <div>
      <ChartFrame title={title} small={small} summary={summary} legend={{ entries, series }}>
        <ComposedChart
          aria-label={title}
          data={data}
          stackOffset="sign"
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--mui-palette-divider)" />
          <XAxis {...DATE_AXIS} />
          <YAxis
            {...barAxis(bars.map(({ total }) => Number(total)))}
            {...(small && { tickCount: 3 })}
          />
          <Tooltip
            {...TOOLTIP}
            formatter={(value, name) => [
              formatEnergy(typeof value === 'number' ? value : null, unit),
              shortName(String(name)),
            ]}
            labelFormatter={dateLabel(grain)}
          />
          {stacks.map(({ key, label, color, at }) => (
            <Bar
              key={key}
              hide={!series.isShown(key)}
              dataKey={`parts.${at}`}
              name={label}
              stackId="energy"
              fill={color}
              isAnimationActive={false}
            >
              {bars.map(({ date }) => (
                <Cell
                  key={date}
                  opacity={mayGrow(grain, date, provisionalFrom) ? PROVISIONAL_OPACITY : 1}
                />
              ))}
            </Bar>
          ))}
          {before !== null && (
            <Line
              hide={!series.isShown(BEFORE_KEY)}
              dataKey="before"
              name={before}
              stroke={BEFORE}
              strokeDasharray="4 3"
              strokeWidth={1.5}
              dot={false}
              isAnimationActive={false}
            />
          )}
        </ComposedChart>
      </ChartFrame>
      <ChartFigures
        label={title}
        summary={small ? summary : undefined}
        columns={figureColumns(stacks, before, unit)}
        rows={bars}
        rowKey={({ date }) => date}
        minWidth={200 + (stacks.length + (before === null ? 0 : 2)) * 110}
      />
    </div>
  );
}

function figureColumns(
  stacks: readonly (Stack & { at: number })[],
  before: string | null,
  unit: string | null,
): Column<TimeBar>[] {
  const amounts = (
    key: string,
    header: string,
    of: (bar: TimeBar) => Amount | null,
  ): Column<TimeBar> => column(key, header, { numeric: true }, (bar) => amountText(of(bar)));
  const phoneTotal: Pick<Column<TimeBar>, 'phone' | 'phoneCell'> = {
    phone: 'line',
    phoneCell: ({ total }) => [amountText(total), unit].filter(Boolean).join(' '),
  };
  const parts = stacks.map(({ key, label, at }) =>
    amounts(key, label, (bar) => bar.parts[at] ?? 0),
  );
  return [
    column('date', 'From', { width: '136px', phone: 'name' }, ({ date }) => beginText(date)),
    // The only stack is the total.
    ...(parts.length === 1
      ? parts.map((part) => ({ ...part, ...phoneTotal }))
      : [...parts, { ...amounts('total', 'Total', ({ total }) => total), ...phoneTotal }]),
    ...(before === null
      ? []
      : [
          column('then', 'Compared from', { width: '110px' }, (bar: TimeBar) =>
            bar.before === null ? MISSING : beginText(bar.before.date),
          ),
          {
            ...amounts(BEFORE_KEY, before, (bar) => bar.before?.energy ?? null),
            phone: 'line' as const,
            phoneCell: ({ before: then }: TimeBar) =>
              then === null ? null : `${amountText(then.energy)} on ${beginText(then.date)}`,
          },
        ]),
  ];
}

type ChartFiguresProps = ComponentProps<typeof DataTable<TimeBar>> & {
  /** The chart in sentences, if it stands nowhere else. */
  summary: string | undefined;
};

/** The figures of a chart as an accessible table. */
function ChartFigures({ summary, ...props }: ChartFiguresProps) {
  const [open, setOpen] = useState(false);
  return (
    <Box
      component="details"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      sx={{ mt: 0.5, fontSize: '0.8125rem', minWidth: 0 }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, color: 'text.secondary' }}>
        {summary === undefined ? `Figures: ${props.label}` : `Figures. ${summary}`}
      </Box>
      {open && <DataTable {...props} />}
    </Box>
  );
}
