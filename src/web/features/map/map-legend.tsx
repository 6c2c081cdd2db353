import Box from '@mui/material/Box';
import { formatNumber } from '../../../domain/format.ts';
import type { Group } from './groups.ts';

/** The colours and marks of the map, with the number of places of each. */
export function MapLegend({ groups }: { groups: readonly Group[] }) {
  if (groups.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Legend of the map"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        fontSize: '0.8125rem',
      }}
    >
      {groups.map((group) => (
        <Box
          component="li"
          key={group.label}
          sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={{
              width: 22,
              height: 22,
              boxSizing: 'border-box',
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              border: '3px solid',
              borderColor: group.color,
              fontSize: '0.75rem',
              fontWeight: 600,
            }}
          >
            {group.mark}
          </Box>
          {group.label}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {formatNumber(group.count)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
