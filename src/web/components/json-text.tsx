import Box from '@mui/material/Box';
import { MONO } from '../theme/theme.ts';

interface JsonTextProps {
  value: unknown;
  /** Names what scrolls; absent: it is as high as its text. */
  label?: string;
}

/** Any JSON as a server wrote it, one value a line. */
export function JsonText({ value, label }: JsonTextProps) {
  return (
    <Box
      component="pre"
      tabIndex={label === undefined ? undefined : 0}
      aria-label={label}
      sx={{
        m: 0,
        p: 1,
        maxHeight: label === undefined ? undefined : 320,
        overflow: 'auto',
        fontFamily: MONO,
        fontSize: '0.75rem',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  );
}
