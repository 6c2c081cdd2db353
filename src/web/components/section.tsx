import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { visuallyHidden } from './field-styles.ts';
import { InHead } from './head-slot.tsx';

interface SectionProps {
  title: ReactNode;
  /** Its title is that of the page or of its tab, and not shown again; its aside stands in the head. */
  ofTab?: boolean;
  /** An `Explanation` beside the title. */
  about?: ReactNode;
  /** Shown at the right of the title, such as the age of the data. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page, separated by a thin line rather than a box. */
export function Section({ title, ofTab = false, about, aside, children }: SectionProps) {
  const id = useId();
  if (ofTab) {
    return (
      <Box component="section" aria-labelledby={id} sx={{ mt: 1.5 }}>
        <Box component="h2" id={id} sx={visuallyHidden}>
          {title}
        </Box>
        <InHead>{aside}</InHead>
        {children}
      </Box>
    );
  }
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
          alignItems: 'baseline',
          justifyContent: 'space-between',
          mb: 1,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {about}
        </Box>
        {aside}
      </Box>
      {children}
    </Box>
  );
}
