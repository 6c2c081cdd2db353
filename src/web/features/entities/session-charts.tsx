import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatCount, formatDate, formatQuantity } from '../../../domain/format.ts';
import {
  energyByUnit,
  energyOverTime,
  REGISTERS,
  type EnergyBucket,
  type RegisterEnergy,
} from '../../../domain/session-maths.ts';
import { dateIn } from '../../../domain/time.ts';
import {
  AMOUNT_AXIS,
  AXIS,
  ChartFrame,
  dateLabel,
  TOOLTIP,
} from '../../components/charts/chart-frame.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { GRAINS, type EntitySearch } from './entity-search.ts';
import { chargeBars, powerBars, type SessionBars } from './session-bars.ts';

/** Tariff registers from the bottom, with colours for both schemes. */
const PARTS: readonly { key: keyof RegisterEnergy; label: string; color: string }[] = [
  { key: 't1', label: 't1', color: 'var(--mui-palette-primary-main)' },
  { key: 't2', label: 't2', color: 'var(--mui-palette-status-teal)' },
  { key: 't3', label: 't3', color: 'var(--mui-palette-status-amber)' },
  { key: 't4', label: 't4', color: 'var(--mui-palette-status-blue)' },
  { key: 'other', label: 'no register', color: 'var(--mui-palette-status-grey)' },
];

/** All energy, if no session has registers. */
const WHOLE: typeof PARTS = [
  { key: 'other', label: 'Energy', color: 'var(--mui-palette-primary-main)' },
];

/** Energy by tariff register. */
function stacked(buckets: readonly EnergyBucket[], zone: string) {
  const isSplit = buckets.some(({ registers }) => REGISTERS.some((name) => registers[name] !== 0));
  const isLoose = isSplit && buckets.some(({ registers }) => registers.other !== 0);
  const stacks = isSplit ? PARTS : WHOLE;
  return {
    stacks,
    bars: buckets.map(({ date, registers, energy }) => ({
      date,
      parts: stacks.map(({ key }) => registers[key]),
      total: energy,
      before: null,
    })),
    notes: [
      `By the start of each session, days in ${zone}.`,
      ...(isLoose
        ? [
            'Sessions whose registers are missing or do not add up to the total count as no register.',
          ]
        : []),
    ],
  };
}

/** More bars than this are indistinguishable and slow to draw. */
const MOST_BUCKETS = 800;

interface SessionChartsProps {
  /** Newest first. */
  sessions: readonly ChargeSession[];
  zone: string;
  /** Sessions after this may still be missing, in milliseconds since the epoch. */
  provisionalFrom: number;
  /** Grain of the energy chart; undefined: by the length of the period. */
  grain: EntitySearch['grain'];
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Energy over time, average power and state of charge, side by side if there is room. */
export function SessionCharts(props: SessionChartsProps) {
  const { sessions, zone, grain, provisionalFrom, onSearch } = props;
  const units = useMemo(() => energyByUnit(sessions), [sessions]);
  const unit = units[0]?.unit ?? null;
  const energy = useMemo(() => {
    const wanted = energyOverTime(sessions, unit, zone, grain);
    return wanted.buckets.length > MOST_BUCKETS ? energyOverTime(sessions, unit, zone) : wanted;
  }, [sessions, unit, zone, grain]);
  const charge = useMemo(
    () => chargeBars(sessions, zone, energy.grain),
    [sessions, zone, energy.grain],
  );
  const power = useMemo(
    () => powerBars(sessions, zone, energy.grain),
    [sessions, zone, energy.grain],
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ChoiceChips
          label="Charts per"
          required
          choices={GRAINS.map((value) => ({ value, label: `Per ${value}` }))}
          value={energy.grain}
          onChange={(value) => onSearch({ grain: GRAINS.find((known) => known === value) })}
        />
        {grain !== undefined && grain !== energy.grain && (
          <Typography variant="body2" color="textSecondary">
            The period is too long for a chart per {grain}.
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
        }}
      >
        {energy.buckets.length > 0 && (
          <TimeBars
            grain={energy.grain}
            {...stacked(energy.buckets, zone)}
            unit={unit}
            provisionalFrom={dateIn(zone, provisionalFrom)}
            otherUnits={units.slice(1).map((each) => each.unit ?? 'no unit')}
          />
        )}
        {power.bars.length > 0 && (
          <SessionBarsChart
            title={['Average power', power.unit].filter(Boolean).join(', ')}
            series={power}
            means={`The mean of the sessions per ${power.per}`}
            otherUnits={power.otherUnits}
            color="var(--mui-palette-status-blue)"
            name="Average power"
            text={(_, to) => formatQuantity(to, power.unit, 1)}
          />
        )}
        {charge.bars.length > 0 && (
          <SessionBarsChart
            title="State of charge from start to end, %"
            series={charge}
            means="Each bar runs from the mean at the start to the mean at the end of its sessions"
            color="var(--mui-palette-status-teal)"
            domain={[0, 100]}
            name="Charge"
            text={(from, to) => `${from} → ${to} %`}
          />
        )}
      </Box>
    </Box>
  );
}

interface SessionBarsChartProps {
  /** What is drawn, with its unit. */
  title: string;
  series: SessionBars;
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

/** A value of sessions, each bar the mean of some from one value to another. */
function SessionBarsChart(props: SessionBarsChartProps) {
  const { series, otherUnits = [], color, domain, name, text } = props;
  const { per, bars, total } = series;
  const title = `${props.title}, mean per ${per}`;
  const summary = [
    `${props.means}; ${formatCount(total, 'session', 'sessions')} in all.`,
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
          tickFormatter={(start: unknown) => formatDate(String(start))}
        />
        <YAxis {...AMOUNT_AXIS} {...(domain !== undefined && { domain })} />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => {
            const [from = 0, to = 0] = Array.isArray(value) ? value.map(Number) : [];
            return [text(from, to), `Mean ${name.toLowerCase()}`];
          }}
          labelFormatter={dateLabel(per)}
        />
        <Bar dataKey="span" fill={color} isAnimationActive={false} minPointSize={1} />
      </BarChart>
    </ChartFrame>
  );
}
