import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Location } from '../../../contract/location.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { formatCount } from '../../../domain/format.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { errorText } from '../../api/errors.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyText, CopyId } from '../../components/copy-id.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { isWhole, KnownAge, KnownRead, useChangeObstacle } from '../../components/known.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { useZone } from '../../theme/preferences.ts';
import { PlaceMap } from '../map/place-map.tsx';
import { usePlaces, useAllSessions } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';
import { coordinatesOf, isOnMap, labelOf, onMap, matchedCount } from './location-facts.ts';

interface LocationsTabProps {
  entityId: string;
  search: Pick<EntitySearch, 'location'>;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The places of an Entity: list and map side by side with a shared selection. */
export function LocationsTab({ entityId, search, onSearch }: LocationsTabProps) {
  const known = usePlaces(entityId);
  return (
    <Section ofTab title="Locations" aside={<KnownAge known={known} what="the Locations" />}>
      <KnownRead
        known={known}
        what="the Locations"
        rows={4}
        count={({ length }) => formatCount(length, 'place', 'places')}
      >
        {(rows) => (
          <>
            {rows.length === 0 && isWhole(known) && (
              <EmptyState title="No places of this Entity are known.">
                <Typography variant="body2">
                  Places come from the device or its onboarding. The interface has no way to add
                  one.
                </Typography>
              </EmptyState>
            )}
            {rows.length > 0 && (
              <ListAndMap
                rows={rows}
                entityId={entityId}
                chosen={search.location ?? null}
                onChoose={(location) => onSearch({ location: location ?? undefined })}
              />
            )}
          </>
        )}
      </KnownRead>
    </Section>
  );
}

function columnsFor(
  chosen: string | null,
  onChoose: (id: string | null) => void,
): readonly Column<Location>[] {
  return [
    column('label', 'Label', { wraps: true, phone: 'name' }, (row) => {
      const on = row.id === chosen;
      return (
        <Link
          component="button"
          aria-pressed={on}
          onClick={() => onChoose(on ? null : row.id)}
          sx={{
            textAlign: 'left',
            fontWeight: on ? 700 : 400,
            fontStyle: foreignName(row.label) === null ? 'italic' : 'normal',
          }}
        >
          {on && '▸ '}
          {labelOf(row)}
        </Link>
      );
    }),
    column(
      'coordinates',
      'Latitude, longitude',
      { width: '46%', wraps: true, phone: 'line' },
      (row) => (
        <>
          <CopyText
            text={coordinatesOf(row)}
            label={coordinatesOf(row)}
            what={`the coordinates of ${labelOf(row)}`}
          />{' '}
          {!isOnMap(row) && (
            <Box
              component="span"
              sx={{ color: 'var(--mui-palette-status-amber)', fontWeight: 600 }}
            >
              Outside the valid range
            </Box>
          )}
        </>
      ),
    ),
  ];
}

interface ListAndMapProps {
  rows: readonly Location[];
  entityId: string;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

function ListAndMap({ rows, entityId, chosen, onChoose }: ListAndMapProps) {
  const places = useMemo(() => onMap(rows), [rows]);
  const columns = useMemo(() => columnsFor(chosen, onChoose), [chosen, onChoose]);
  const offMap = rows.filter((row) => !isOnMap(row)).length;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <div>
        <DataTable label="Locations" columns={columns} rows={rows} rowKey={(row) => row.id} />
        {chosen !== null && (
          <ChosenLocation
            key={chosen}
            entityId={entityId}
            locationId={chosen}
            onClose={() => onChoose(null)}
          />
        )}
      </div>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {places.length > 0 && (
          <PlaceMap
            label="Map of the places"
            places={places}
            chosen={chosen}
            onChoose={onChoose}
            height="max(380px, calc(100dvh - 200px))"
            noted
          />
        )}
        {offMap > 0 && (
          <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
            {formatCount(offMap, 'place is', 'places are')} not on the map: the coordinates are
            outside the valid range.
          </Typography>
        )}
      </Box>
    </Box>
  );
}

interface ChosenLocationProps {
  entityId: string;
  locationId: string;
  onClose: () => void;
}

/** The selected place as the Service has it now, with a button to delete it. */
function ChosenLocation({ entityId, locationId, onClose }: ChosenLocationProps) {
  const place = useQuery({
    ...query(ENDPOINTS.getLocation, { params: { entityId, locationId } }),
    staleTime: 0,
  });
  return (
    <Box
      component="section"
      aria-label="Selected place"
      sx={{ mt: 2, p: 1.5, borderLeft: 3, borderColor: 'primary.main', display: 'grid', gap: 1.5 }}
    >
      <Read query={place} what="this place" height={120}>
        {(location) => (
          <>
            <AsOf read={place} what="this place" />
            <FactList label="Selected place">
              <Fact name="Label">{labelOf(location)}</Fact>
              <Fact name="Coordinates">
                <CopyText
                  text={coordinatesOf(location)}
                  label={coordinatesOf(location)}
                  what="the coordinates of the selected place"
                />
                {!isOnMap(location) && ' are outside the valid range'}
              </Fact>
              <Fact name="Id">
                <CopyId id={location.id} what="the id of the place" />
              </Fact>
              <Fact name="Sessions">
                <MatchedSessions entityId={entityId} locationId={locationId} />
              </Fact>
            </FactList>
            <DeleteLocation entityId={entityId} location={location} onDeleted={onClose} />
          </>
        )}
      </Read>
    </Box>
  );
}

/** Text with how many sessions of the last 90 days were matched to a place. */
function MatchedSessions({ entityId, locationId }: Omit<ChosenLocationProps, 'onClose'>) {
  const zone = useZone();
  const [openedMs] = useState(() => Date.now());
  const { value, live, complete } = useAllSessions(entityId, presetRange('90d', zone, openedMs));
  if (value === undefined) {
    return live.error === null
      ? 'counting the matched sessions…'
      : `the matched sessions could not be read: ${errorText(live.error).title}.`;
  }
  const count = matchedCount(value, locationId);
  const counted = complete ? '' : ' so far';
  if (count === 0) return `no session of the last 90 days was matched to it${counted}.`;
  return `${formatCount(count, 'session', 'sessions')} of the last 90 days ${count === 1 ? 'was' : 'were'} matched to it${counted}; these do not change.`;
}

interface DeleteLocationProps {
  entityId: string;
  location: Location;
  onDeleted: () => void;
}

function DeleteLocation({ entityId, location, onDeleted }: DeleteLocationProps) {
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const [asking, setAsking] = useState(false);
  const removal = useMutation(mutation(ENDPOINTS.deleteLocation));
  const remove = () =>
    removal.mutate(
      { params: { entityId, locationId: location.id } },
      {
        onSuccess: () => {
          setAsking(false);
          onDeleted();
        },
      },
    );
  const name = labelOf(location);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <ActButton color="error" denial={reason} onClick={() => setAsking(true)}>
        Delete this place
      </ActButton>
      {asking && (
        <ConfirmDialog
          toService
          title={`Delete ${name}?`}
          act="Delete the place"
          sending={removal}
          failed={
            mayBeDone(removal.error)
              ? 'It is not known whether the place was deleted'
              : 'Not deleted'
          }
          advice="The list is being refreshed; it shows whether the place still exists."
          onConfirm={remove}
          onClose={() => {
            removal.reset();
            setAsking(false);
          }}
        >
          <Typography>
            The Service deletes this place of the Entity. This cannot be undone: the interface has
            no way to add a place.
          </Typography>
          <Typography>
            Later sessions can no longer be matched to it. Existing references:{' '}
            <MatchedSessions entityId={entityId} locationId={location.id} />
          </Typography>
        </ConfirmDialog>
      )}
    </Box>
  );
}
