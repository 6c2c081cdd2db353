import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
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
  /** Whether one must be selected; pressing it again then does nothing. */
  required?: boolean;
}

/** A row of choices with counts; at most one is selected. */
export function ChoiceChips({ label, choices, value, onChange, required }: ChoiceChipsProps) {
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {choices.map((choice) => {
        const on = choice.value === value;
        return (
          <ButtonBase
            key={choice.value}
            aria-pressed={on}
            onClick={() => onChange(on && required !== true ? null : choice.value)}
            sx={{
              height: 28,
              px: 1.25,
              gap: 0.75,
              borderRadius: 1,
              border: 1,
              fontSize: '0.8125rem',
              borderColor: on ? 'primary.main' : 'divider',
              color: on ? 'primary.main' : 'text.primary',
              fontWeight: on ? 600 : 400,
              bgcolor: on
                ? 'color-mix(in srgb, var(--mui-palette-primary-main) 9%, transparent)'
                : 'transparent',
              '&:hover': { borderColor: 'text.secondary' },
            }}
          >
            {choice.label}
            {choice.count !== undefined && (
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {formatNumber(choice.count)}
              </Box>
            )}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
