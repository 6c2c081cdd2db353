import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { formatDate } from '../../../domain/format.ts';
import { lastDays, MONTH_DAYS, WEEK_DAYS } from '../../../domain/last-days.ts';
import { addDays, startOfGrain } from '../../../domain/time.ts';
import { PopPanel } from '../pop-panel.tsx';
import { useNarrow } from '../use-narrow.ts';
import { DayField } from './clock-inputs.tsx';

/** The period of a page: a button with its preset or its days, which opens presets and a calendar. */
export function PeriodPicker({ label, choice }: { label: string; choice: PeriodChoice }) {
  const { presets, preset, from, to } = choice;
  const named = presets.find(({ value }) => value === preset)?.label;
  const text = named ?? periodText(from, to) ?? 'Choose a period';
  const narrow = useNarrow();
  return (
    <Box sx={{ position: 'relative', width: narrow ? '100%' : 'fit-content' }}>
      <PopPanel label={`${label}: ${text}`} text={text} icon={<CalendarIcon />} align="left" wide>
        <PeriodPanel label={label} choice={choice} />
      </PopPanel>
    </Box>
  );
}

/** What was typed and not applied yet; null: not a day. */
type TypedDays = Partial<Record<keyof Days, string | undefined | null>>;

/** Presets, two days, and their zone. */
export function PeriodPanel({ label, choice }: { label: string; choice: PeriodChoice }) {
  const { presets, preset, onPreset, from, to, zone, onDays } = choice;
  // Typed days are one period: one that cannot be chosen holds back the other.
  const [typed, setTyped] = useState<TypedDays>({});
  const type = (change: TypedDays) => {
    const next = { from, to, ...typed, ...change };
    if (next.from === null || next.to === null) {
      setTyped({ ...typed, ...change });
      return;
    }
    setTyped({});
    onDays({ from: next.from, to: next.to });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.25, minWidth: 0 }}>
      {presets.length > 0 && (
        <ToggleButtonGroup exclusive aria-label={label} value={preset} sx={{ flexWrap: 'wrap' }}>
          {presets.map(({ value, label: name }) => (
            <ToggleButton key={value} value={value} data-closes="" onClick={() => onPreset(value)}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        <DayField label="First day" value={from} onChange={(day) => type({ from: day })} />
        <DayField label="Last day" value={to} onChange={(day) => type({ to: day })} />
      </Box>
      {from !== undefined && to !== undefined && from > to && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          The first day is after the last day.
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          color: 'text.secondary',
        }}
      >
        <span>Days in {zone}</span>
        <Button variant="outlined" color="inherit" data-closes="">
          Done
        </Button>
      </Box>
    </Box>
  );
}

/** First and last day, YYYY-MM-DD, both included. */
export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** A chosen period: by preset, or by its days. */
interface PeriodChoice extends Days {
  /** IANA zone of the days. */
  zone: string;
  presets: readonly { value: string; label: string }[];
  /** The preset in use, or null. */
  preset: string | null;
  onPreset: (preset: string) => void;
  onDays: (days: Days) => void;
}

/**
 * Common periods up to a day.
 * @param today YYYY-MM-DD
 */
function dayPresets(today: string) {
  const back = (days: number) => addDays(today, -days);
  const month = startOfGrain('month', today);
  const lastOfBefore = addDays(month, -1);
  const before = { from: startOfGrain('month', lastOfBefore), to: lastOfBefore };
  return [
    { value: 'today', label: 'Today', from: today, to: today },
    { value: 'yesterday', label: 'Yesterday', from: back(1), to: back(1) },
    { value: '7d', label: 'Last 7 days', ...lastDays(WEEK_DAYS, today) },
    { value: '30d', label: 'Last 30 days', ...lastDays(MONTH_DAYS, today) },
    { value: 'month', label: 'This month', from: month, to: today },
    { value: 'last-month', label: 'Last month', ...before },
  ];
}

/** The choice of a period stored as two days; presets only fill them in. */
export function choiceOfDays(
  { from, to }: Days,
  today: string,
  zone: string,
  onDays: (days: Days) => void,
): PeriodChoice {
  const presets = dayPresets(today);
  const found = presets.find((preset) => preset.from === from && preset.to === to);
  return {
    from,
    to,
    zone,
    presets,
    preset: found?.value ?? null,
    onPreset: (value) => {
      const preset = presets.find((each) => each.value === value);
      if (preset !== undefined) onDays({ from: preset.from, to: preset.to });
    },
    onDays,
  };
}

/**
 * The choice of a period stored as a name, or as `custom` with two days.
 * @param names labels by name; the first is stored as no name
 */
export function choiceOfNames(
  names: Readonly<Record<string, string>>,
  { name, from, to }: Days & { name: string | undefined },
  zone: string,
  onChange: (change: Days & { name: string | undefined }) => void,
): PeriodChoice {
  const presets = Object.entries(names).map(([value, label]) => ({ value, label }));
  const usual = presets[0]?.value;
  const none = { from: undefined, to: undefined };
  return {
    from,
    to,
    zone,
    presets,
    preset: name === 'custom' ? null : (name ?? usual ?? null),
    onPreset: (value) => onChange({ name: value === usual ? undefined : value, ...none }),
    // A missing day equals the other.
    onDays: (days) => {
      const [first, last] = [days.from ?? days.to, days.to ?? days.from];
      onChange({ name: first === undefined ? undefined : 'custom', from: first, to: last });
    },
  };
}

/**
 * A period of calendar days, both included: "1–22 Nov 2026", "28 Oct – 22 Nov 2026".
 * @param from YYYY-MM-DD
 * @returns null if neither day is given
 */
export function periodText(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined) return to === undefined ? null : `until ${formatDate(to)}`;
  if (to === undefined) return `from ${formatDate(from)}`;
  const [first, last] = [formatDate(from), formatDate(to)];
  if (first === last) return first;
  const [day, month, year] = first.split(' ');
  const [, endMonth, endYear] = last.split(' ');
  if (year !== endYear) return `${first} – ${last}`;
  return month === endMonth ? `${day}–${last}` : `${day} ${month} – ${last}`;
}
