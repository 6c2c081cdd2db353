import Box from '@mui/material/Box';
import { visuallyHidden } from './field-styles.ts';
import { Live } from './live.tsx';

interface ListCountProps {
  /** "123", "2 of 14". */
  count: string;
  /** The noun after the count: announced only, since the page's title beside it shows it. */
  noun: string;
  /** Whether a filter is on. */
  filtered?: boolean;
}

/** How many rows a list has, beside the title of its page. */
export function ListCount({ count, noun, filtered = false }: ListCountProps) {
  return (
    <Live sx={{ color: 'text.secondary', fontSize: '0.875rem', position: 'relative' }}>
      {count}
      <Box component="span" sx={visuallyHidden}>
        {` ${noun}`}
      </Box>
      {filtered && ' match'}
    </Live>
  );
}
