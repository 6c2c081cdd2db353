import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { formatQuantity, MISSING } from '../../../domain/format.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { sessionEnergy } from '../../../domain/session-maths.ts';
import { basemapCell } from '../../api/basemap.ts';
import { capacityQuery } from '../../api/battery-capacity.ts';
import { chargeSessionsQuery, mergeSessions } from '../../api/charge-sessions.ts';
import { entityQuery } from '../../api/directory.ts';
import { errorText } from '../../api/errors.ts';
import { featuresQuery } from '../../api/features.ts';
import { locationsQuery } from '../../api/locations.ts';
import { mergeRows } from '../../api/paging.ts';
import { useCapacityUnit, useMapTiles } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { LazyPlaceMap } from '../../components/map/lazy-place-map.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import type { EntitySearch } from './entity-search.ts';
import { LastBatch } from './last-batch.tsx';
import { onMap } from './location-facts.ts';

interface OverviewTabProps {
  entityId: string;
  offboardingState: ReactNode;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The value of a fact, or its reading or error state. */
function readLabel(query: { data: unknown; error: unknown }, value: ReactNode): ReactNode {
  if (query.data !== undefined) return value;
  return query.error === null ? 'Reading…' : `Could not be read: ${errorText(query.error).title}`;
}

/** An Entity at a glance; each fact is read and can fail independently. */
export function OverviewTab({ entityId, offboardingState, onSearch }: OverviewTabProps) {
  const record = useQuery(entityQuery(entityId));
  const capacity = useQuery(capacityQuery(entityId));
  const features = useQuery(featuresQuery(entityId));
  const unit = useCapacityUnit();
  const entity = record.data?.entity;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <div>
        <Box sx={{ mb: 1 }}>
          <AsOf
            asOf={capacity.data === undefined ? null : isoInstant(capacity.dataUpdatedAt)}
            error={capacity.data === undefined ? null : (capacity.error ?? features.error)}
            refreshing={capacity.isFetching || features.isFetching}
            onRefresh={() => {
              for (const each of [record, capacity, features]) void each.refetch();
            }}
            what="the overview"
          />
        </Box>
        <FactList label="Overview">
          <Fact name="Name">{entity?.name ?? MISSING}</Fact>
          <Fact name="Type">{entity?.type ?? MISSING}</Fact>
          <Fact name="Brand">{entity?.brand ?? MISSING}</Fact>
          <Fact name="Id">
            <CopyId id={entityId} what="the id of this Entity" />
          </Fact>
          <Fact name="Collectives">
            {entity === undefined || entity.collectives.length === 0
              ? MISSING
              : entity.collectives.map(({ id, name }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <AppLink to="/collectives/$collectiveId" params={{ collectiveId: id }}>
                      {name}
                    </AppLink>
                  </span>
                ))}
          </Fact>
          <Fact name="Battery capacity">
            {readLabel(capacity, formatQuantity(capacity.data?.batteryCapacity ?? null, unit, 1))}
          </Fact>
          <Fact name="Features">
            {readLabel(
              features,
              (features.data ?? [])
                .map(({ feature, isEnabled }) => `${feature} ${isEnabled ? 'on' : 'off'}`)
                .join(', ') || 'None',
            )}
          </Fact>
          <Fact name="Offboarding">{offboardingState}</Fact>
          <Fact name="Last batch">
            <LastBatch entityId={entityId} />
          </Fact>
          <Fact name="Last session">
            <LastSession entityId={entityId} onSearch={onSearch} />
          </Fact>
        </FactList>
      </div>
      <Places entityId={entityId} onSearch={onSearch} />
    </Box>
  );
}

/** The newest session of the last 30 days. */
function LastSession({ entityId, onSearch }: Pick<OverviewTabProps, 'entityId' | 'onSearch'>) {
  const zone = useZone();
  const [openedMs] = useState(() => Date.now());
  const query = useInfiniteQuery(chargeSessionsQuery(entityId, presetRange('30d', zone, openedMs)));
  const newest = mergeSessions(query.data?.pages ?? [])[0];
  if (newest === undefined) return readLabel(query, 'None in the last 30 days');
  const total = newest.data?.charge?.total ?? null;
  return (
    <>
      <RelativeTimeText instant={newest.data?.start ?? null} />,{' '}
      {formatQuantity(sessionEnergy(total), total?.unit ?? null, 3)}{' '}
      <Link component="button" onClick={() => onSearch({ tab: 'sessions', session: newest.id })}>
        Open
      </Link>
    </>
  );
}

/** Its places: a small map, and their labels. */
function Places({ entityId, onSearch }: Pick<OverviewTabProps, 'entityId' | 'onSearch'>) {
  const tiles = useMapTiles();
  const locations = useInfiniteQuery(locationsQuery(entityId));
  const rows = useMemo(() => mergeRows(locations.data?.pages ?? []), [locations.data]);
  const places = useMemo(() => onMap(rows), [rows]);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {places.length > 0 && (
        <LazyPlaceMap
          label="Places of the Entity"
          places={places}
          chosen={null}
          height={240}
          cells={basemapCell}
          tiles={tiles}
        />
      )}
      <Typography variant="body2">
        {readLabel(
          locations,
          rows.length === 0
            ? 'No places of this Entity are known.'
            : `Places: ${rows.map(({ label }) => label ?? 'no label').join(' · ')}`,
        )}{' '}
        {rows.length > 0 && (
          <Link component="button" onClick={() => onSearch({ tab: 'locations' })}>
            All places
          </Link>
        )}
      </Typography>
    </Box>
  );
}
