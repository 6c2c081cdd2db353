import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_BATCH_ROUTES } from '../../../contract/console/entity-batches.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { basemapCell } from '../../api/basemap.ts';
import { errorText } from '../../api/errors.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { mergeRows } from '../../api/service-pages.ts';
import { useMapTiles } from '../../api/session.ts';
import { Card } from '../../components/card.tsx';
import { LazyPlaceMap } from '../../components/map/lazy-place-map.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { PartlyRead, StoredAsOf } from '../../components/stored-read.tsx';
import { locationPages } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';
import { labelOf, onMap } from './location-facts.ts';
import { OverviewCommands } from './overview-commands.tsx';
import { OverviewEnergy } from './overview-energy.tsx';
import { OverviewSettings } from './overview-settings.tsx';
import { useStored } from './use-stored.ts';

interface OverviewTabProps {
  entityId: string;
  offboardingState: ReactNode;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The value of a fact, or its reading or error state. */
function readLabel(read: { data: unknown; error: unknown }, value: ReactNode): ReactNode {
  if (read.data !== undefined) return value;
  return read.error === null ? 'Reading…' : `Could not be read: ${errorText(read.error).title}`;
}

/** Whether a read was neither answered nor failed yet. */
const isFirst = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  isPending && failureCount === 0;

/**
 * An Entity at a glance; each card is read and can fail independently. They are drawn once the console's store
 * has answered, which is soon: how high they are is known then, and nothing jumps.
 */
export function OverviewTab(props: OverviewTabProps) {
  const { entityId } = props;
  const input = { params: { id: entityId } };
  const stored = useQuery(query(FLEET_ENTITY_ROUTES.fleetEntity, input));
  const batches = useQuery(query(ENTITY_BATCH_ROUTES.entityBatches, input));
  if (isFirst(stored) || isFirst(batches))
    return <BlockSkeleton height={320} what="the overview" />;
  return <Cards {...props} />;
}

function Cards({ entityId, offboardingState, onSearch }: OverviewTabProps) {
  const record = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }));
  const entity = record.data?.entity;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <Box sx={column}>
        <OverviewEnergy entityId={entityId} type={entity?.type ?? null} onSearch={onSearch} />
        <OverviewCommands entityId={entityId} />
      </Box>
      <Box sx={column}>
        <Places entityId={entityId} onSearch={onSearch} />
        <OverviewSettings entityId={entityId} onSearch={onSearch} />
        <Card title="Offboarding">{offboardingState}</Card>
      </Box>
    </Box>
  );
}

const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** Height of the map in px, also while the places are read: what is below must not jump. */
const MAP_HEIGHT = 200;

/** Its places: a small map, and their labels. */
function Places({ entityId, onSearch }: Pick<OverviewTabProps, 'entityId' | 'onSearch'>) {
  const tiles = useMapTiles();
  const locations = useInfiniteQuery(locationPages(entityId));
  const stored = useStored(entityId, 'locations');
  const known = locations.data === undefined ? stored?.entity.locations : undefined;
  const rows = useMemo(
    () => known ?? mergeRows(locations.data?.pages ?? []),
    [known, locations.data],
  );
  const places = useMemo(() => onMap(rows), [rows]);
  const leftOut = useLeftOut('listLocations', { entityId });
  const reading = known === undefined && locations.isPending;
  return (
    <Card
      title="Places"
      note={
        known !== undefined &&
        stored !== null && <StoredAsOf stored={stored.read} read={locations} />
      }
      aside={
        rows.length > 0 && (
          <Link component="button" variant="body2" onClick={() => onSearch({ tab: 'locations' })}>
            All places
          </Link>
        )
      }
    >
      {known === undefined && <PartlyRead message={leftOut} />}
      {reading && <BlockSkeleton what="the places" height={MAP_HEIGHT} />}
      {places.length > 0 && (
        <LazyPlaceMap
          label="Places of the Entity"
          places={places}
          chosen={null}
          height={MAP_HEIGHT}
          cells={basemapCell}
          tiles={tiles}
        />
      )}
      <Typography variant="body2" sx={{ mt: reading || places.length > 0 ? 1 : 0 }}>
        {readLabel(
          { data: locations.data ?? known, error: locations.error },
          rows.length === 0 ? 'No places of this Entity are known.' : rows.map(labelOf).join(' · '),
        )}
      </Typography>
    </Card>
  );
}
