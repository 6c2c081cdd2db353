import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Explanation } from './explanation.tsx';
import { visuallyHidden } from './field-styles.ts';

interface SectionProps {
  title: ReactNode;
  /** The whole of a tab, whose label says the title. */
  ofTab?: boolean;
  /** Background information behind an "i" beside the title, which must then be a text. */
  about?: ReactNode;
  /** Shown at the right of the title, such as the age of the data. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page, separated by a thin line rather than a box. */
export function Section({ title, ofTab = false, about, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: ofTab ? 1.5 : 3 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
          alignItems: 'baseline',
          justifyContent: 'space-between',
          mb: 1,
          minHeight: ofTab ? 31 : undefined,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Typography variant="h2" id={id} sx={ofTab ? visuallyHidden : undefined}>
            {title}
          </Typography>
          {about !== undefined && (
            <Explanation about={typeof title === 'string' ? `About: ${title}` : 'About this'}>
              {about}
            </Explanation>
          )}
        </Box>
        {aside}
      </Box>
      {children}
    </Box>
  );
}
