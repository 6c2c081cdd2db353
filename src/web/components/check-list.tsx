import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
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
  const others = options.filter(
    ({ value, label }) => !on.has(value) && label.toLowerCase().includes(needle),
  );
  const drawn = new Set(others.slice(0, DRAWN).map(({ value }) => value));
  return (
    <FormControl component="fieldset" sx={{ gap: 0.5, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ fontWeight: 600 }}>
        {legend}
      </FormLabel>
      {options.length === 0 && <FormHelperText>{none}</FormHelperText>}
      {options.length >= SEARCHED_FROM && (
        <FilterField label={find} value={query} onChange={setQuery} />
      )}
      <FormGroup sx={{ maxHeight: 180, flexWrap: 'nowrap', overflowY: 'auto' }}>
        {options
          .filter(({ value }) => on.has(value) || drawn.has(value))
          .map(({ value, label, count }) => (
            <FormControlLabel
              key={value}
              control={
                <Checkbox
                  checked={on.has(value)}
                  onChange={(_event, checked) =>
                    onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
                  }
                />
              }
              label={
                <>
                  {label}
                  {count !== undefined && (
                    <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
                      {formatNumber(count)}
                    </Box>
                  )}
                </>
              }
            />
          ))}
      </FormGroup>
      {others.length > DRAWN && (
        <FormHelperText>
          {formatNumber(others.length - DRAWN)} more are found by searching.
        </FormHelperText>
      )}
    </FormControl>
  );
}
