import MyLocationIcon from '@mui/icons-material/MyLocationOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMutation, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { VERDICT_LABELS, VERDICTS } from '../../../domain/command-status.ts';
import { formatIso, formatNumber, shortId, typeLabel } from '../../../domain/format.ts';
import { MAP_EDGE, validCoordinates } from '../../../domain/places.ts';
import { csvOfRecords } from '../../../lib/write-csv.ts';
import { csvMutation } from '../../api/audit.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { downloadText } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { InHead } from '../../components/head-slot.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { StoredVerdict } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { formatEntities } from './groups.ts';
import { PLACES_PER_PAGE, placesOf, readAllPlaces, type PlaceSelection } from './map-queries.ts';

/**
 * The listed places as a table, in the order of the list.
 * @param zone IANA zone of the instants, which are written with their offset
 */
function placesCsv(rows: readonly PlaceRow[], zone: string): string {
  const table = rows.map((row) => {
    const verdict = VERDICTS.find((each) => each === row.outcome);
    return {
      entity: row.entityName ?? '',
      'entity id': row.entityId,
      type: row.entityType ?? '',
      place: row.label ?? '',
      'place id': row.id,
      latitude: row.latitude,
      longitude: row.longitude,
      'last outcome': verdict === undefined ? (row.outcome ?? '') : VERDICT_LABELS[verdict],
      read: formatIso(row.knownAt, zone),
    };
  });
  return csvOfRecords(table);
}

/** Below the map it is the page that scrolls. */
const ROWS_BELOW = 20;

interface PlaceListProps {
  /** The read of the map beside it. */
  map: UseQueryResult;
  selection: PlaceSelection;
  /** Whether it is below the map. */
  below: boolean;
  /** Suffix of the heading, such as " in the selected part of the map". */
  where: string;
  onShow: (place: PlaceRow) => void;
  /** Shown under the count, such as buttons that change the selection. */
  children: ReactNode;
}

/** The places of the map as a list, so that everything on the map is accessible. */
export function PlaceList({ map, selection, below, where, onShow, children }: PlaceListProps) {
  const zone = useZone();
  const key = JSON.stringify(selection);
  const step = below ? ROWS_BELOW : PLACES_PER_PAGE;
  // Another selection starts with its first rows.
  const [wanted, setWanted] = useState({ key, steps: 1 });
  const shown = (wanted.key === key ? wanted.steps : 1) * step;
  const pages = Math.ceil(shown / PLACES_PER_PAGE);
  const start = useQuery(placesOf(selection, 0));
  const more = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, at) => placesOf(selection, at + 1)),
  });
  const prepare = async () => {
    const places = await readAllPlaces(selection);
    const text = placesCsv(places, zone);
    const record = { what: 'places', id: null, rows: places.length } as const;
    return { name: 'places.csv', text, record };
  };
  const file = useMutation(csvMutation(prepare, downloadText));

  if (start.data === undefined) {
    return <ReadBlock read={start} what="the places" />;
  }
  const { total, entities } = start.data;
  const rows = [start, ...more].flatMap(({ data }) => data?.places ?? []).slice(0, shown);
  const reading = more.some(({ isFetching }) => isFetching);
  return (
    <>
      <Box sx={{ px: 1.25, pb: 0.75, borderBottom: 1, borderColor: 'divider' }}>
        <InHead>
          <AsOf read={[map, start, ...more]} what="the list of places" />
        </InHead>
        <Live sx={{ fontSize: '0.8125rem' }}>
          {formatEntities(entities, total)}
          {where}
        </Live>
        {total > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end' }}>
            <CsvButton saving={file} onSave={() => file.mutate()}>
              CSV
            </CsvButton>
          </Box>
        )}
        {children}
      </Box>
      {total === 0 && <EmptyState title="No known places here." />}
      <Box
        component="ul"
        aria-label="Places"
        aria-busy={start.isPlaceholderData}
        // Scrolled by keyboard too.
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, overflowY: 'auto', minHeight: 0, flex: 1 }}
      >
        {rows.map((row) => (
          <PlaceListRow key={`${row.entityId} ${row.id}`} row={row} onShow={onShow} />
        ))}
        {rows.length < total && !start.isPlaceholderData && (
          <Box component="li" sx={{ p: 1 }}>
            <Button
              fullWidth
              color="inherit"
              variant="outlined"
              aria-disabled={reading}
              onClick={() => {
                if (!reading) setWanted({ key, steps: shown / step + 1 });
              }}
            >
              {reading
                ? 'Reading'
                : `Show ${formatNumber(Math.min(step, total - rows.length))} more`}
            </Button>
          </Box>
        )}
      </Box>
    </>
  );
}

interface PlaceListRowProps {
  row: PlaceRow;
  onShow: (place: PlaceRow) => void;
}

const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** A place in the list beside the map: its Entity, then what and where it is. */
function PlaceListRow({ row, onShow }: PlaceListRowProps) {
  const name = row.entityName ?? shortId(row.entityId);
  const valid = validCoordinates(row.latitude, row.longitude);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 0.75,
        pl: 1.25,
        pr: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <EntityTypeIcon type={row.entityType} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
          <AppLink
            to="/entities/$entityId"
            params={{ entityId: row.entityId }}
            search={{ tab: 'locations', location: row.id }}
            color="textPrimary"
            underline="hover"
            sx={{ ...cut, fontWeight: 500 }}
          >
            {name}
          </AppLink>
          <Box component="span" sx={{ ml: 'auto', flex: 'none' }}>
            {row.outcome !== null && <StoredVerdict verdict={row.outcome} />}
          </Box>
        </Box>
        <Box sx={{ ...cut, color: 'text.secondary', fontSize: '0.75rem' }}>
          {typeLabel(row.entityType)} · {row.label ?? 'No label'}
          {(!valid || Math.abs(row.latitude) > MAP_EDGE) && (
            <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
              {' '}
              · {valid ? 'Beyond the map' : 'Outside the valid range'}: {row.latitude},{' '}
              {row.longitude}
            </Box>
          )}
        </Box>
      </Box>
      {valid && (
        <Tooltip
          title={
            <>
              {row.latitude}, {row.longitude}, read <RelativeTimeText instant={row.knownAt} />. Show
              on the map
            </>
          }
        >
          <IconButton aria-label={`Show ${name} on the map`} onClick={() => onShow(row)}>
            <MyLocationIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
