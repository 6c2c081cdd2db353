import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { DayField } from './clock-inputs.tsx';
import type { Days, PeriodChoice } from './period-choice.ts';

/** What was typed and not applied yet; null: not a day. */
type TypedDays = Partial<Record<keyof Days, string | undefined | null>>;

interface PeriodPanelProps {
  label: string;
  choice: PeriodChoice;
}

/** Presets, two days, and their zone. */
export function PeriodPanel({ label, choice }: PeriodPanelProps) {
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
