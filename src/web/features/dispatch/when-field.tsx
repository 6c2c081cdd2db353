import Box from '@mui/material/Box';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** Now or later, in the same form. */
export function WhenField({ register }: { register: UseFormRegisterReturn }) {
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        m: 0,
        p: 0,
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        gap: 0.75,
        '& label': {
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          py: 1,
          px: 1.25,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          cursor: 'pointer',
          fontWeight: 500,
        },
        '& label:hover': { borderColor: 'text.secondary' },
        '& label:has(:checked)': {
          borderColor: 'primary.main',
          bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, transparent)',
        },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
      }}
    >
      <legend className="visually-hidden">When</legend>
      <label>
        <input type="radio" value="now" {...register} />
        Now, at once
      </label>
      <label>
        <input type="radio" value="later" {...register} />
        Later, at planned times
      </label>
    </Box>
  );
}
