import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { formatNumber } from '../../domain/format.ts';

interface Choice {
  value: string;
  label: string;
  count?: number;
}

interface ChoiceChipsProps {
  /** The group's accessible name. */
  label: string;
  choices: readonly Choice[];
  value: string | null;
  /** Called with null when the selected chip is pressed again. */
  onChange: (value: string | null) => void;
  /** Whether one must be selected; pressing it again then chooses it again, such as to keep a default. */
  required?: boolean;
}

/** A row of choices with counts; at most one is selected. */
export function ChoiceChips({ label, choices, value, onChange, required }: ChoiceChipsProps) {
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={label}
      value={value}
      onChange={(_event, chosen: string | null) =>
        onChange(chosen ?? (required === true ? value : null))
      }
      sx={{ flexWrap: 'wrap' }}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice.value} value={choice.value}>
          {choice.label}
          {choice.count !== undefined && (
            <Box component="span" sx={{ ml: 0.75, color: 'text.secondary', fontWeight: 400 }}>
              {formatNumber(choice.count)}
            </Box>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
