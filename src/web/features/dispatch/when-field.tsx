import Box from '@mui/material/Box';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { choiceStyle } from './choice-style.ts';

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
        '& label': { ...choiceStyle, display: 'flex', gap: 1, fontWeight: 500 },
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
