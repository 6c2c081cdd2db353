import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import { ResponsiveContainer } from 'recharts';
import { axisTop } from '../../../domain/axis-top.ts';
import { formatCount, formatDate, formatNumber } from '../../../domain/format.ts';
import type { ChartGrain } from '../../../domain/instant.ts';

/** Height of a chart in px, and of a small one. */
const HEIGHT = 240;
const SMALL_HEIGHT = 90;

/** Axis text that stays readable in both colour schemes. */
export const AXIS = {
  tick: { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 },
  stroke: 'var(--mui-palette-divider)',
  tickLine: false,
} as const;

/** When a bar begins: "2 Oct 2026", or "2 Oct 2026, 14:00" for one of an hour. */
export function beginText(date: string): string {
  const [day = date, hour] = date.split('T');
  return hour === undefined ? formatDate(day) : `${formatDate(day)}, ${hour}`;
}

/** Hours but for the first one of a day, which has its date. */
function tickText(date: string): string {
  const [day = date, hour] = date.split('T');
  return hour === undefined || hour === '00:00' ? formatDate(day) : hour;
}

/** An axis of hours or days, or of the first days of weeks or months. */
export const DATE_AXIS = {
  ...AXIS,
  dataKey: 'date',
  minTickGap: 36,
  tickFormatter: (date: unknown) => tickText(String(date)),
} as const;

/** The tooltip's label on that axis: "2 Oct 2026", or "week from 2 Oct 2026". */
export function dateLabel(grain: ChartGrain) {
  return (date: unknown): string =>
    grain === 'day' ? formatDate(String(date)) : `${grain} from ${beginText(String(date))}`;
}

/** "30k" or "1.5M": there is no room for more beside an axis. */
function shortAmount(value: number): string {
  const size = Math.abs(value);
  const [scale, letter] = size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, ''];
  const scaled = value / scale;
  return `${formatNumber(scaled, Number.isInteger(scaled) ? 0 : size < 1 ? 2 : 1)}${letter}`;
}

/** A value axis of amounts. */
export const AMOUNT_AXIS = {
  ...AXIS,
  // Room for “−40,000”.
  width: 60,
  axisLine: false,
  tickFormatter: (value: unknown) => (typeof value === 'number' ? shortAmount(value) : ''),
} as const;

/** Where an axis of bars ends if a few would flatten all others; null: with the bars. */
function endsOf(bars: readonly number[]) {
  const depth = axisTop(bars.map((bar) => -bar));
  return { top: axisTop(bars), bottom: depth === null ? null : -depth };
}

/** The axis of bars, cut if a few would flatten all others. */
export function barAxis(bars: readonly number[]) {
  const { top, bottom } = endsOf(bars);
  if (top === null && bottom === null) return AMOUNT_AXIS;
  const domain = [bottom ?? Math.min(0, ...bars), top ?? Math.max(0, ...bars)];
  return { ...AMOUNT_AXIS, domain, allowDataOverflow: true };
}

/** Says that bars are cut; null: none is. */
export function cutMessage(bars: readonly number[]): string | null {
  const { top, bottom } = endsOf(bars);
  const cut = bars.filter((bar) => bar > (top ?? Infinity) || bar < (bottom ?? -Infinity)).length;
  if (cut === 0) return null;
  return `${formatCount(cut, 'bar reaches', 'bars reach')} beyond the chart, so that the others can be seen.`;
}

/** Style of a chart's tooltip. */
export const TOOLTIP = {
  contentStyle: {
    background: 'var(--mui-palette-background-paper)',
    border: '1px solid var(--mui-palette-divider)',
    borderRadius: 6,
    color: 'var(--mui-palette-text-primary)',
    fontSize: 12,
    padding: '6px 10px',
    // Series can have long names.
    maxWidth: 'min(320px, 80vw)',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  itemStyle: { color: 'var(--mui-palette-text-primary)' },
  cursor: { fill: 'var(--mui-palette-action-hover)' },
  isAnimationActive: false,
  // Above the legend.
  wrapperStyle: { zIndex: 1 },
} as const;

interface ChartFrameProps {
  title: string;
  /** Lower, with its heading and summary elsewhere. */
  small?: boolean;
  /** Text summary of the chart. */
  summary: string;
  /** The series of the chart, and which are shown; a single one needs no legend. */
  legend?: { entries: readonly LegendEntry[]; series: SeriesToggle };
  children: ReactElement;
}

/** A chart with its title and a text summary below. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, small = false, summary, legend, children } = props;
  return (
    // When the window narrows, the hidden tooltip keeps its position: it must not widen the page.
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0, overflowX: 'clip' }}>
      {!small && (
        <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
      )}
      <ResponsiveContainer width="100%" height={small ? SMALL_HEIGHT : HEIGHT}>
        {children}
      </ResponsiveContainer>
      {legend !== undefined && legend.entries.length > 1 && <ChartLegend {...legend} />}
      {!small && (
        <Typography variant="caption" component="figcaption" color="textSecondary">
          {summary}
        </Typography>
      )}
    </Box>
  );
}

/** Which series of a chart are shown, while the page is open. */
interface SeriesToggle {
  isShown: (key: string) => boolean;
  /** Hides a series, or shows it again. */
  toggle: (key: string) => void;
}

/** Shows all series at first, and again once the last one is hidden. @param keys of all series */
export function useSeriesToggle(keys: readonly string[]): SeriesToggle {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // Removed series do not count as hidden.
  const isShown = (key: string) => !hidden.has(key) || keys.every((each) => hidden.has(each));
  return {
    isShown,
    toggle: (key) => {
      const next = new Set(keys.filter((each) => !isShown(each)));
      if (!next.delete(key)) next.add(key);
      setHidden(next.size === keys.length ? new Set() : next);
    },
  };
}

interface LegendEntry {
  key: string;
  label: string;
  /** CSS colour. */
  color: string;
  /** The total, as text; absent: not shown. */
  value?: string | undefined;
  /** Drawn as a dashed line, not as an area. */
  dashed?: boolean;
}

interface ChartLegendProps {
  entries: readonly LegendEntry[];
  series: SeriesToggle;
}

/** A long name leaves room for others; the hint of its button has the full name. */
const cut = {
  minWidth: 0,
  maxWidth: { xs: 260, sm: 400 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** The series of a chart with their totals, each a button that hides it or shows it again. */
function ChartLegend({ entries, series }: ChartLegendProps) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        mt: 0.5,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0,
        fontSize: '0.8125rem',
      }}
    >
      {entries.map(({ key, label, color, value, dashed }) => (
        <Box component="li" key={key} sx={{ minWidth: 0, maxWidth: 1 }}>
          <Tooltip title={series.isShown(key) ? `Hide ${label}` : `Show ${label}`}>
            <ButtonBase
              aria-pressed={series.isShown(key)}
              onClick={() => series.toggle(key)}
              sx={{
                gap: 0.75,
                maxWidth: 'calc(100% + 12px)',
                minHeight: 24,
                px: 0.75,
                mx: -0.75,
                borderRadius: 0.5,
                font: 'inherit',
                textAlign: 'left',
                '&:hover': { bgcolor: 'action.hover' },
                '&[aria-pressed="false"]': {
                  color: 'text.secondary',
                  textDecoration: 'line-through',
                },
                '&[aria-pressed="false"] > [aria-hidden]': { opacity: 0.35 },
              }}
            >
              <Box
                component="span"
                aria-hidden="true"
                sx={
                  dashed === true
                    ? { flex: 'none', width: 14, borderTop: `2px dashed ${color}` }
                    : {
                        flex: 'none',
                        width: 10,
                        height: 10,
                        borderRadius: '2px',
                        background: color,
                      }
                }
              />
              <Box component="span" sx={cut}>
                {label}
              </Box>
              {value !== undefined && (
                <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
                  {value}
                </Box>
              )}
            </ButtonBase>
          </Tooltip>
        </Box>
      ))}
    </Box>
  );
}
