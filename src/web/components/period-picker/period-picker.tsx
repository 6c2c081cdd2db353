import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Box from '@mui/material/Box';
import { PopPanel } from '../pop-panel.tsx';
import { useNarrow } from '../use-narrow.ts';
import type { PeriodChoice } from './period-choice.ts';
import { PeriodPanel } from './period-panel.tsx';
import { periodText } from './period-text.ts';

interface PeriodPickerProps {
  label: string;
  choice: PeriodChoice;
}

/** The period of a page: a button with its preset or its days, which opens presets and a calendar. */
export function PeriodPicker({ label, choice }: PeriodPickerProps) {
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
