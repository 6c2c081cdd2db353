import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { placeStatusQuery } from '../../api/places.ts';
import { FleetMap } from './fleet-map.tsx';
import type { MapSearch } from './map-search.ts';
import { SyncActions } from './sync-actions.tsx';
import { SyncLine } from './sync-line.tsx';

interface CollectivePlacesProps {
  collectiveId: string;
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** The known places of the Entities of one Collective. */
export function CollectivePlaces({ collectiveId, search, onSearch }: CollectivePlacesProps) {
  const { data: status } = useQuery(placeStatusQuery(collectiveId));
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: { md: 'max(480px, calc(100dvh - 220px))' },
      }}
    >
      {status && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
          <Box sx={{ flex: '1 1 320px', minWidth: 0, fontSize: '0.8125rem' }}>
            <SyncLine status={status} collectiveId={collectiveId} />
          </Box>
          <SyncActions status={status} collectiveId={collectiveId} />
        </Box>
      )}
      <FleetMap collectiveId={collectiveId} search={search} onSearch={onSearch} />
    </Box>
  );
}
