import Box from '@mui/material/Box';
import { DEFAULT_RANGE, SESSION_RANGES, type RangeChoice } from '../../domain/session-range.ts';
import { bothDays } from './period-picker/period-choice.ts';
import { PeriodPicker } from './period-picker/period-picker.tsx';

const PRESETS = [
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: 'all', label: 'All time' },
] as const;

interface RangeFieldProps {
  choice: RangeChoice;
  zone: string;
  problem: string | null;
  onChoice: (change: RangeChoice) => void;
}

/** The period of charge sessions: a preset, or two days. */
export function RangeField({ choice, zone, problem, onChoice }: RangeFieldProps) {
  const name = choice.range ?? DEFAULT_RANGE;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PeriodPicker
        label="Period"
        choice={{
          zone,
          presets: PRESETS,
          preset: name === 'custom' ? null : name,
          onPreset: (value) => {
            const range = SESSION_RANGES.find((known) => known === value);
            onChoice({ range, from: undefined, to: undefined });
          },
          from: choice.from,
          to: choice.to,
          onDays: (days) => {
            const { from, to } = bothDays(days);
            onChoice({ range: from === undefined ? undefined : 'custom', from, to });
          },
        }}
      />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
