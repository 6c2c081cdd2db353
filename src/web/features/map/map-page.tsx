import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { placeStatusQuery } from '../../api/places.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { FleetMap } from './fleet-map.tsx';
import type { MapSearch } from './map-search.ts';
import { SyncActions } from './sync-actions.tsx';
import { SyncLine } from './sync-line.tsx';

interface MapPageProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** All known places of the fleet, on a map as high as the window. */
export function MapPage({ search, onSearch }: MapPageProps) {
  const { data: status } = useQuery(placeStatusQuery(search.collective));
  return (
    <Box
      data-full-width=""
      sx={{
        display: 'flex',
        flexDirection: 'column',
        // The paddings of the frame: 20 px above, and 16 of its 40 px below.
        minHeight: { md: 'max(520px, calc(100dvh - 36px))' },
        mb: { md: -3 },
      }}
    >
      <PageHeader
        title="Map"
        actions={status && <SyncActions status={status} collectiveId={null} />}
      >
        {status && <SyncLine status={status} collectiveId={null} />}
      </PageHeader>
      <FleetMap collectiveId={null} search={search} onSearch={onSearch} />
    </Box>
  );
}
