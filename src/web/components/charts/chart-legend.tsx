import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';

/** Which series of a chart are shown, while the page is open. */
export interface SeriesToggle {
  isShown: (key: string) => boolean;
  /** Hides a series, or shows it again. */
  toggle: (key: string) => void;
}

/** Shows all series at first, and again once the last one is hidden. @param keys of all series */
export function useSeriesToggle(keys: readonly string[]): SeriesToggle {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // Removed series do not count as hidden.
  const isShown = (key: string) => !hidden.has(key) || keys.every((each) => hidden.has(each));
  return {
    isShown,
    toggle: (key) => {
      const next = new Set(keys.filter((each) => !isShown(each)));
      if (!next.delete(key)) next.add(key);
      setHidden(next.size === keys.length ? new Set() : next);
    },
  };
}

export interface LegendEntry {
  key: string;
  label: string;
  /** CSS colour. */
  color: string;
  /** The total, as text; absent: not shown. */
  value?: string | undefined;
  /** Drawn as a dashed line, not as an area. */
  dashed?: boolean;
}

interface ChartLegendProps {
  entries: readonly LegendEntry[];
  series: SeriesToggle;
}

/** A long name leaves room for others; the hint of its button has the full name. */
const cut = {
  minWidth: 0,
  maxWidth: { xs: 260, sm: 400 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** The series of a chart with their totals, each a button that hides it or shows it again. */
export function ChartLegend({ entries, series }: ChartLegendProps) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        mt: 0.5,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0,
        fontSize: '0.8125rem',
      }}
    >
      {entries.map(({ key, label, color, value, dashed }) => (
        <Box component="li" key={key} sx={{ minWidth: 0, maxWidth: 1 }}>
          <Tooltip title={series.isShown(key) ? `Hide ${label}` : `Show ${label}`}>
            <ButtonBase
              aria-pressed={series.isShown(key)}
              onClick={() => series.toggle(key)}
              sx={{
                gap: 0.75,
                maxWidth: 'calc(100% + 12px)',
                minHeight: 24,
                px: 0.75,
                mx: -0.75,
                borderRadius: 0.5,
                font: 'inherit',
                textAlign: 'left',
                '&:hover': { bgcolor: 'action.hover' },
                '&[aria-pressed="false"]': {
                  color: 'text.secondary',
                  textDecoration: 'line-through',
                },
                '&[aria-pressed="false"] > [aria-hidden]': { opacity: 0.35 },
              }}
            >
              <Box
                component="span"
                aria-hidden="true"
                sx={
                  dashed === true
                    ? { flex: 'none', width: 14, borderTop: `2px dashed ${color}` }
                    : {
                        flex: 'none',
                        width: 10,
                        height: 10,
                        borderRadius: '2px',
                        background: color,
                      }
                }
              />
              <Box component="span" sx={cut}>
                {label}
              </Box>
              {value !== undefined && (
                <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
                  {value}
                </Box>
              )}
            </ButtonBase>
          </Tooltip>
        </Box>
      ))}
    </Box>
  );
}
