import Box from '@mui/material/Box';
import { DEFAULT_RANGE, SESSION_RANGES, type RangeChoice } from '../../domain/session-range.ts';
import { dateIn } from '../../domain/time.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { DayRange } from './date-input.tsx';

const LABELS: Readonly<Record<(typeof SESSION_RANGES)[number], string>> = {
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  all: 'All time',
  custom: 'From … to …',
};

interface RangeFieldProps {
  choice: RangeChoice;
  zone: string;
  problem: string | null;
  onChoice: (change: RangeChoice) => void;
}

/** A period: a preset, or two dates in the time zone shown beside them. */
export function RangeField({ choice, zone, problem, onChoice }: RangeFieldProps) {
  const name = choice.range ?? DEFAULT_RANGE;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <ChoiceChips
        label="Period"
        required
        choices={SESSION_RANGES.map((value) => ({ value, label: LABELS[value] }))}
        value={name}
        onChange={(value) => {
          const range = SESSION_RANGES.find((known) => known === value);
          if (range === undefined) return;
          const today = dateIn(zone, Date.now());
          onChoice({
            range,
            from: range === 'custom' ? (choice.from ?? today) : undefined,
            to: range === 'custom' ? (choice.to ?? today) : undefined,
          });
        }}
      />
      {name === 'custom' && <DayRange from={choice.from} to={choice.to} onChange={onChoice} />}
      <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        Days in {zone}
      </Box>
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main', flexBasis: '100%' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
