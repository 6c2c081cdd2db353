import InfoOutlinedIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PopPanel } from './pop-panel.tsx';

interface ExplanationProps {
  /** Name of the button and the panel: "About tariffs". */
  about: string;
  /** The edge of the button that the panel is aligned with. */
  align?: 'left' | 'right';
  children: ReactNode;
}

/** Background information behind an "i"; anything needed for a decision stays visible. */
export function Explanation({ about, align = 'left', children }: ExplanationProps) {
  return (
    // Must not make a line of text beside it taller.
    <Box sx={{ my: '-4px' }}>
      <PopPanel
        label={about}
        look="plain"
        align={align}
        text={<InfoOutlinedIcon sx={{ fontSize: 18, color: 'text.secondary' }} />}
      >
        <Typography variant="body2" component="div" sx={{ maxWidth: '44ch', fontWeight: 400 }}>
          {children}
        </Typography>
      </PopPanel>
    </Box>
  );
}
