import Box from '@mui/material/Box';
import { SESSION_RANGES, type RangeChoice } from '../../domain/session-range.ts';
import { choiceOfNames } from './period-picker/period-choice.ts';
import { PeriodPicker } from './period-picker/period-picker.tsx';

/** The default first. */
const NAMES = { '30d': 'Last 30 days', '90d': 'Last 90 days', all: 'All time' } as const;

interface RangeFieldProps {
  choice: RangeChoice;
  zone: string;
  problem: string | null;
  onChoice: (change: RangeChoice) => void;
}

/** The period of charge sessions: a preset, or two days. */
export function RangeField({ choice, zone, problem, onChoice }: RangeFieldProps) {
  const { range, from, to } = choice;
  const period = choiceOfNames(NAMES, { name: range, from, to }, zone, ({ name, ...days }) =>
    onChoice({ range: SESSION_RANGES.find((known) => known === name), ...days }),
  );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PeriodPicker label="Period" choice={period} />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
