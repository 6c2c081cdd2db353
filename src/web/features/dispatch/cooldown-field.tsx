import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface CooldownFieldProps {
  register: UseFormRegisterReturn;
  on: boolean;
  /** Why this operator may not ignore cooldowns, or null. */
  denial: string | null;
}

/** The explicit choice to ignore the devices' cooldowns, with a reason. */
export function CooldownField({ register, on, denial }: CooldownFieldProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.75, borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
      <Box
        component="label"
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          color: denial === null ? 'text.primary' : 'text.secondary',
          '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
        }}
      >
        <input
          type="checkbox"
          aria-describedby={`${id}-hint`}
          {...register}
          disabled={denial !== null}
        />
        Ignore cooldowns
      </Box>
      <Box id={`${id}-hint`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {denial ??
          'Entities have a cooldown after a Command, in which they do not accept another one.'}
      </Box>
      {on && (
        <Box
          role="alert"
          sx={{
            display: 'flex',
            gap: 1,
            p: 1,
            fontSize: '0.8125rem',
            borderLeft: 3,
            borderColor: 'var(--mui-palette-status-amber)',
            bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 8%, transparent)',
          }}
        >
          <WarningAmberIcon sx={{ fontSize: 18, color: 'var(--mui-palette-status-amber)' }} />
          <span>
            Devices may not execute Commands during a cooldown. The override is recorded with your
            name, and needs a reason.
          </span>
        </Box>
      )}
    </Box>
  );
}
