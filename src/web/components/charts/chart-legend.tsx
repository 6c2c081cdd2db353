import Box from '@mui/material/Box';

export interface LegendEntry {
  key: string;
  label: string;
  /** CSS colour. */
  color: string;
  /** The total, as text; absent: none is shown. */
  value?: string | undefined;
  /** Drawn as a dashed line, not as an area. */
  dashed?: boolean;
}

/** The layers of a chart with their totals; the text says what the colours do. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        mt: 1,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.25,
        fontSize: '0.8125rem',
      }}
    >
      {entries.map(({ key, label, color, value, dashed }) => (
        <Box
          key={key}
          component="li"
          sx={{ display: 'flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={
              dashed === true
                ? { flex: 'none', width: 14, borderTop: `2px dashed ${color}` }
                : { flex: 'none', width: 10, height: 10, borderRadius: '2px', background: color }
            }
          />
          {label}
          {value !== undefined && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {value}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}
