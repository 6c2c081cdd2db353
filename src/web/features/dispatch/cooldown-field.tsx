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

/** The separate, reasoned act of ignoring the devices' cooldowns. */
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
          aria-describedby={`${id}-told`}
          {...register}
          disabled={denial !== null}
        />
        Ignore cooldowns
      </Box>
      <Box id={`${id}-told`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {denial ??
          'Entities rest for a while after a Command; without this, those that rest do not take another.'}
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
            Commands that come too soon may not be executed by the devices. The override is recorded
            with your name, and needs a reason.
          </span>
        </Box>
      )}
    </Box>
  );
}
