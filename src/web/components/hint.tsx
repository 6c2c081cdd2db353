import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface HintProps {
  /** The explanation. */
  text: string;
  sx?: SxProps<Theme>;
  children: ReactNode;
}

/**
 * Text with an explanation for pointer and keyboard. A control has the attribute `data-hint` itself; so does a
 * time or an amount whose exact value only the pointer shows.
 */
export function Hint({ text, sx, children }: HintProps) {
  return (
    <Box component="span" data-hint={text} tabIndex={0} sx={sx}>
      {children}
    </Box>
  );
}

/** Text cut with an ellipsis; like table cells it is then its own hint. */
export function CutText({ lines = 1, children }: { lines?: number; children: ReactNode }) {
  return (
    <Box
      component="span"
      data-cut=""
      sx={{
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        ...(lines === 1
          ? { display: 'block', whiteSpace: 'nowrap' }
          : {
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: lines,
              whiteSpace: 'normal',
              lineHeight: 1.3,
            }),
      }}
    >
      {children}
    </Box>
  );
}
