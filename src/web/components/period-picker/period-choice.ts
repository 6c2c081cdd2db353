import { lastDays, MONTH_DAYS, WEEK_DAYS } from '../../../domain/last-days.ts';
import { addDays, startOfGrain } from '../../../domain/time.ts';

/** First and last day, YYYY-MM-DD, both included. */
export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** A chosen period: by preset, or by its days. */
export interface PeriodChoice extends Days {
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
