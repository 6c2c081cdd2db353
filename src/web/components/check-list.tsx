import Box from '@mui/material/Box';
import { useState } from 'react';
import { formatNumber } from '../../domain/format.ts';
import { FilterField } from './filter-field.tsx';

interface CheckListProps {
  legend: string;
  /** Accessible name of the search, shown for long lists. */
  find: string;
  /** Shown if there are no choices. */
  none: string;
  options: readonly { value: string; label: string; count?: number }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Lists of at least this many choices can be searched. */
const SEARCHED_FROM = 8;
/** At most this many are rendered; search finds the others. */
const DRAWN = 200;

/** A multiple choice, by name. */
export function CheckList({ legend, find, none, options, chosen, onChange }: CheckListProps) {
  const [query, setQuery] = useState('');
  const on = new Set(chosen);
  const needle = query.trim().toLowerCase();
  const others = options.filter(({ value, label }) => !on.has(value) && fits(label, needle));
  const drawn = new Set(others.slice(0, DRAWN).map(({ value }) => value));
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        p: 0,
        m: 0,
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.5,
        alignContent: 'start',
      }}
    >
      <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 600 }}>
        {legend}
      </Box>
      {options.length === 0 && (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{none}</Box>
      )}
      {options.length >= SEARCHED_FROM && (
        <Box sx={{ '&& > *': { boxSizing: 'border-box', width: '100%', maxWidth: 280 } }}>
          <FilterField label={find} value={query} onChange={setQuery} />
        </Box>
      )}
      <Box sx={{ display: 'grid', alignContent: 'start', maxHeight: 180, overflowY: 'auto' }}>
        {options
          .filter(({ value }) => on.has(value) || drawn.has(value))
          .map(({ value, label, count }) => (
            <Box
              key={value}
              component="label"
              sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 28 }}
            >
              <input
                type="checkbox"
                checked={on.has(value)}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, value]
                      : chosen.filter((each) => each !== value),
                  )
                }
              />
              {label}
              {count !== undefined && (
                <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                  {formatNumber(count)}
                </Box>
              )}
            </Box>
          ))}
      </Box>
      {others.length > DRAWN && (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {formatNumber(others.length - DRAWN)} more are found by searching.
        </Box>
      )}
    </Box>
  );
}

function fits(label: string, needle: string): boolean {
  return label.toLowerCase().includes(needle);
}
