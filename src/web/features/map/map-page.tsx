import Box from '@mui/material/Box';
import { HeadPlace } from '../../components/head-slot.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { FleetMap } from './fleet-map.tsx';
import { KnownPlaces } from './known-places.tsx';
import { filterOf, type MapSearch } from './map-search.ts';

interface MapPageProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** All known places of the fleet, on a map as high as the window. */
export function MapPage({ search, onSearch }: MapPageProps) {
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
      <PageHeader title="Map" fresh={<HeadPlace />}>
        <KnownPlaces filter={filterOf(search, null)} />
      </PageHeader>
      <FleetMap collectiveId={null} search={search} onSearch={onSearch} />
    </Box>
  );
}

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
