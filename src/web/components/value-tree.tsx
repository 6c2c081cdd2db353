import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Deeper values are shown as one line of JSON. */
const MAX_DEPTH = 8;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any JSON as nested names and values. */
export function ValueTree({ value, depth = 0 }: { value: unknown; depth?: number }): ReactNode {
  if (value === null) return <em>null</em>;
  if (value === undefined) return <em>nothing</em>;
  if (typeof value === 'string') return value === '' ? <em>empty text</em> : value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((each: unknown, at): [string, unknown] => [String(at + 1), each])
    : isRecord(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return <em>{Array.isArray(value) ? 'empty list' : 'no fields'}</em>;
  if (depth >= MAX_DEPTH) return JSON.stringify(value);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(min-content, max-content) 1fr',
        columnGap: 1.5,
        rowGap: 0.25,
        fontSize: '0.8125rem',
        borderLeft: depth === 0 ? 0 : 1,
        borderColor: 'divider',
        pl: depth === 0 ? 0 : 1,
      }}
    >
      {entries.map(([name, each]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
            <ValueTree value={each} depth={depth + 1} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
