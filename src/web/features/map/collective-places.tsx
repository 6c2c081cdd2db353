import Box from '@mui/material/Box';
import { FleetMap } from './fleet-map.tsx';
import { KnownPlaces } from './known-places.tsx';
import { filterOf, type MapSearch } from './map-search.ts';

interface CollectivePlacesProps {
  collectiveId: string;
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** The known places of the Entities of one Collective. */
export function CollectivePlaces({ collectiveId, search, onSearch }: CollectivePlacesProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: { md: 'max(480px, calc(100dvh - 220px))' },
      }}
    >
      <Box sx={{ mb: 1.5, minHeight: 20, fontSize: '0.8125rem', color: 'text.secondary' }}>
        <KnownPlaces filter={filterOf(search, collectiveId)} />
      </Box>
      <FleetMap collectiveId={collectiveId} search={search} onSearch={onSearch} />
    </Box>
  );
}
