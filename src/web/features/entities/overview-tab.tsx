import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { formatQuantity } from '../../../domain/format.ts';
import { keysOf } from '../../../lib/objects.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { AsOf, type ShownRead } from '../../components/as-of.tsx';
import { Card, CardLink } from '../../components/card.tsx';
import { InHead } from '../../components/head-slot.tsx';
import { KnownAge, KnownRead, type Known, useChangeObstacle } from '../../components/known.tsx';
import { BlockSkeleton, OffboardedContext } from '../../components/read.tsx';
import { useRefreshReads } from '../fleet/refresh-reads.ts';
import { PlaceMap } from '../map/place-map.tsx';
import { OffboardingState, useKnownRequests } from '../offboarding/entity-offboarding.tsx';
import type { EntitySearch } from './entity-search.ts';
import { Features } from './features.tsx';
import { labelOf, onMap } from './location-facts.ts';
import { OverviewEnergy, OverviewCommands } from './overview-energy.tsx';
import { fleetEntity, useCapacity, useFeatures, usePlaces } from './entities-queries.ts';

interface OverviewTabProps {
  entityId: string;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Whether a read was neither answered nor failed yet. */
const isFirst = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  isPending && failureCount === 0;

/** What the Service is asked about an Entity. */
const useKnownParts = (entityId: string) => ({
  features: useFeatures(entityId),
  capacity: useCapacity(entityId),
  locations: usePlaces(entityId),
});

type KnownParts = ReturnType<typeof useKnownParts>;

/**
 * Whether what the Service said last of an Entity is still to come, which is soon.
 * @param stored undefined: what there is, is not known
 */
function awaitsCopies(known: KnownParts, stored: FleetEntity | undefined) {
  return keysOf(known).some((resource) => {
    const { value, live } = known[resource];
    const read = stored?.reads.find((each) => each.resource === resource);
    return (read?.readAt ?? null) !== null && value === undefined && live.error === null;
  });
}

/** A part, as the head refreshes it. Its card says why it was never read. */
const refreshable = ({ value, shown }: Known<unknown>): ShownRead =>
  value === undefined ? { ...shown, error: null } : shown;

/**
 * An Entity at a glance; each card is read and can fail independently. They are drawn once the console's server
 * has told what the Service said last: how high they are is known then, and nothing jumps.
 */
export function OverviewTab(props: OverviewTabProps) {
  const { entityId } = props;
  const input = { params: { id: entityId } };
  const stored = useQuery(fleetEntity(entityId));
  const record = useQuery(query(DIRECTORY_ROUTES.entity, input));
  const refreshed = useRefreshReads({ entityId });
  const parts = useKnownParts(entityId);
  const requests = useKnownRequests();
  const isOffboarded = useContext(OffboardedContext);
  if (isFirst(stored) || awaitsCopies(parts, stored.data)) {
    return <BlockSkeleton height={320} what="the overview" />;
  }
  // The Service knows nothing of an offboarded Entity, so there is nothing to renew.
  const ofService = isOffboarded ? [] : Object.values(parts);
  const shown = [refreshed(stored), ...[...ofService, requests].map(refreshable)];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <InHead>{stored.data !== undefined && <AsOf read={shown} what="this Entity" />}</InHead>
      <Box sx={column}>
        <OverviewEnergy stored={stored} type={record.data?.entity.type ?? null} {...props} />
        <OverviewCommands entityId={entityId} />
      </Box>
      <Box sx={column}>
        <Places {...props} />
        <Settings {...props} />
        <Card title="Offboarding" note={<KnownAge known={requests} />}>
          <OffboardingState entityId={entityId} known={requests} />
        </Card>
      </Box>
    </Box>
  );
}

const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** Height of the map in px, also while the places are read: what is below must not jump. */
const MAP_HEIGHT = 200;

/** Its places: a small map, and their labels. */
function Places({ entityId, onSearch }: OverviewTabProps) {
  const known = usePlaces(entityId);
  const rows = known.value;
  const places = useMemo(() => onMap(rows ?? []), [rows]);
  return (
    <Card
      title="Places"
      note={<KnownAge known={known} />}
      aside={
        rows !== undefined &&
        rows.length > 0 && (
          <CardLink onClick={() => onSearch({ tab: 'locations' })}>All places</CardLink>
        )
      }
    >
      <KnownRead known={known} what="the places" height={MAP_HEIGHT}>
        {(all) => (
          <>
            {places.length > 0 && (
              <PlaceMap
                label="Places of the Entity"
                places={places}
                chosen={null}
                height={MAP_HEIGHT}
              />
            )}
            <Typography variant="body2" sx={{ mt: places.length > 0 ? 1 : 0 }}>
              {all.length === 0
                ? 'No places of this Entity are known.'
                : all.map(labelOf).join(' · ')}
            </Typography>
          </>
        )}
      </KnownRead>
    </Card>
  );
}

/** Its features as switches, and its battery capacity. */
function Settings({ entityId, onSearch }: OverviewTabProps) {
  const features = useFeatures(entityId);
  const known = useCapacity(entityId);
  const { value: capacity, live } = known;
  const unit = useCapacityUnit();
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const open = () => onSearch({ tab: 'settings' });
  const failed =
    live.error === null ? 'Reading…' : `Could not be read: ${errorText(live.error).title}`;
  return (
    <Card
      title="Settings"
      note={
        <>
          {reason}
          <KnownAge known={features} />
        </>
      }
      aside={<CardLink onClick={open}>{reason === null ? 'Change' : 'Show'}</CardLink>}
    >
      <Features
        entityId={entityId}
        known={features}
        denied={reason !== null}
        onOpenBattery={open}
      />
      <Typography
        variant="body2"
        component="div"
        sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}
      >
        <span>
          Battery capacity:{' '}
          {capacity === undefined ? failed : formatQuantity(capacity.batteryCapacity, unit, 1)}
        </span>
        <KnownAge known={known} />
      </Typography>
    </Card>
  );
}
