import Box from '@mui/material/Box';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { legendStyles } from '../../components/field-styles.ts';

/** Now or later, in the same form. */
export function WhenField({ register }: { register: UseFormRegisterReturn }) {
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        m: 0,
        p: 0,
        display: 'flex',
        gap: 3,
        '& label': { display: 'flex', gap: 1, alignItems: 'baseline', py: 0.5 },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
      }}
    >
      <Box component="legend" sx={legendStyles}>
        When
      </Box>
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
