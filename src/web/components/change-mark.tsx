import Box from '@mui/material/Box';
import type { Change } from './change-of.ts';
import { visuallyHidden } from './field-styles.ts';

const WORDS = { up: 'up', down: 'down', same: 'unchanged' } as const;
const POINTS = { up: '4,1 8,7 0,7', down: '4,7 8,1 0,1' } as const;

/** A change as an arrow and a percentage in the text colour: more is neither good nor bad. */
export function ChangeMark({ change: { direction, percent } }: { change: Change }) {
  return (
    <>
      {direction === 'same' ? (
        <span aria-hidden>±</span>
      ) : (
        <Box
          component="svg"
          viewBox="0 0 8 8"
          aria-hidden
          sx={{ width: '0.7em', height: '0.7em', fill: 'currentColor', mr: '0.35em' }}
        >
          <polygon points={POINTS[direction]} />
        </Box>
      )}
      <Box component="span" sx={visuallyHidden}>
        {WORDS[direction]}{' '}
      </Box>
      {percent}
    </>
  );
}
