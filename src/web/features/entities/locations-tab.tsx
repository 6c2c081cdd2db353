import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { Location } from '../../../contract/location.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { formatCount } from '../../../domain/format.ts';
import { CopyText } from '../../components/copy-id.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { isWhole, KnownAge, KnownRead } from '../../components/known.tsx';
import { Section } from '../../components/section.tsx';
import { PlaceMap } from '../map/place-map.tsx';
import { ChosenLocation } from './chosen-location.tsx';
import type { EntitySearch } from './entity-search.ts';
import { coordinatesOf, isOnMap, labelOf, onMap } from './location-facts.ts';
import { usePlaces } from './use-known.ts';

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
    {
      key: 'label',
      header: 'Label',
      wraps: true,
      phone: 'name',
      cell: (row) => {
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
      },
    },
    {
      key: 'coordinates',
      header: 'Latitude, longitude',
      width: '46%',
      wraps: true,
      phone: 'line',
      cell: (row) => (
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
    },
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
