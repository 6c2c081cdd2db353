import InfoOutlinedIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PopPanel } from './pop-panel.tsx';

interface ExplanationProps {
  /** What it is about, as the button's and the panel's name: "About tariffs". */
  about: string;
  /** The edge of the button that the panel keeps to. */
  align?: 'left' | 'right';
  children: ReactNode;
}

/** What is good to know once, behind an "i" beside the thing; what a decision needs stays in view. */
export function Explanation({ about, align = 'left', children }: ExplanationProps) {
  return (
    // A line of text beside it stays as high as it is.
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
