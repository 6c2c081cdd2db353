import Box from '@mui/material/Box';
import { formatNumber } from '../../../domain/format.ts';
import type { Group } from './groups.ts';

interface MapLegendProps {
  groups: readonly Group[];
  /** Whether the groups stand beside each other. */
  wrapped: boolean;
}

/** The colours and marks of the map, with the Entities of each and their places in brackets. */
export function MapLegend({ groups, wrapped }: MapLegendProps) {
  if (groups.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Legend of the map"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: wrapped ? 'flex' : 'grid',
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 0.5,
        fontSize: '0.75rem',
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
              flex: 'none',
              width: group.mark.length > 1 ? 24 : 20,
              height: group.mark.length > 1 ? 24 : 20,
              boxSizing: 'border-box',
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              border: '2px solid',
              borderColor: group.color,
              fontSize: '0.625rem',
              fontWeight: 600,
            }}
          >
            {group.mark}
          </Box>
          {group.label}
          <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', pl: 1 }}>
            {formatNumber(group.entities)}
            {group.count !== group.entities && ` (${formatNumber(group.count)})`}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
