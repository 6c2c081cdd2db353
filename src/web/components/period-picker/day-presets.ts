import { lastDays, MONTH_DAYS, WEEK_DAYS } from '../../../domain/last-days.ts';
import { addDays, startOfGrain } from '../../../domain/time.ts';
import type { Days, PeriodChoice } from './period-choice.ts';

interface DayPreset extends Days {
  value: string;
  label: string;
}

/**
 * Common periods up to a day.
 * @param today YYYY-MM-DD
 */
function dayPresets(today: string): DayPreset[] {
  const back = (days: number) => addDays(today, -days);
  const month = startOfGrain('month', today);
  const lastOfBefore = addDays(month, -1);
  return [
    { value: 'today', label: 'Today', from: today, to: today },
    { value: 'yesterday', label: 'Yesterday', from: back(1), to: back(1) },
    { value: '7d', label: 'Last 7 days', ...lastDays(WEEK_DAYS, today) },
    { value: '30d', label: 'Last 30 days', ...lastDays(MONTH_DAYS, today) },
    { value: 'month', label: 'This month', from: month, to: today },
    {
      value: 'last-month',
      label: 'Last month',
      from: startOfGrain('month', lastOfBefore),
      to: lastOfBefore,
    },
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
