import Box from '@mui/material/Box';
import { useState } from 'react';
import { FilterField } from '../../components/filter-field.tsx';

interface CollectivePickerProps {
  collectives: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** From this many on, they can be searched. */
const SEARCHED_FROM = 8;
/** Drawn at once at most; the others are found by searching. */
const DRAWN = 200;

/** Which Collectives an Entity is in: any number of them. */
export function CollectivePicker({ collectives, chosen, onChange }: CollectivePickerProps) {
  const [query, setQuery] = useState('');
  const found = collectives.filter(
    ({ id, name }) =>
      chosen.includes(id) || name.toLowerCase().includes(query.trim().toLowerCase()),
  );
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 0.5 }}
    >
      <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 600 }}>
        Collectives
      </Box>
      {collectives.length === 0 && (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>None is known.</Box>
      )}
      {collectives.length >= SEARCHED_FROM && (
        <FilterField label="Find a Collective" value={query} onChange={setQuery} />
      )}
      <Box sx={{ display: 'grid', maxHeight: 180, overflowY: 'auto' }}>
        {found.slice(0, DRAWN).map(({ id, name }) => (
          <Box
            key={id}
            component="label"
            sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 28 }}
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(
                  event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id),
                )
              }
            />
            {name}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
