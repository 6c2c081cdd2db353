import MyLocationIcon from '@mui/icons-material/MyLocationOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PlacePage, PlaceRow } from '../../../contract/console/places.ts';
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
import { MoreButton } from '../../components/older-rows.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { StoredVerdict } from '../../components/status/status-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { formatEntities } from './groups.ts';
import { PLACES_PER_PAGE, readAllPlaces, type PlaceSelection } from './map-queries.ts';

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

interface PlaceListProps {
  /** The read of the map beside it. */
  map: UseQueryResult;
  list: UseInfiniteQueryResult<InfiniteData<PlacePage>>;
  /** What is listed. */
  selection: PlaceSelection;
  /** Suffix of the heading, such as " in the selected part of the map". */
  where: string;
  onShow: (place: PlaceRow) => void;
  /** Shown under the count, such as buttons that change the selection. */
  children: ReactNode;
}

/** The places of the map as a list, so that everything on the map is accessible. */
export function PlaceList(props: PlaceListProps) {
  const { map, list, selection, where, onShow, children } = props;
  const zone = useZone();
  const prepare = async () => {
    const places = await readAllPlaces(selection);
    const text = placesCsv(places, zone);
    const record = { what: 'places', id: null, rows: places.length } as const;
    return { name: 'places.csv', text, record };
  };

  const [first, ...others] = list.data?.pages ?? [];
  if (first === undefined) return <ReadBlock read={list} what="the places" />;
  const { total, entities } = first;
  const rows = [first, ...others].flatMap(({ places }) => places);
  return (
    <>
      <Box sx={{ px: 1.25, pb: 0.75, borderBottom: 1, borderColor: 'divider' }}>
        <InHead>
          <AsOf read={[map, list]} what="the list of places" />
        </InHead>
        <Live sx={{ fontSize: '0.8125rem' }}>
          {formatEntities(entities, total)}
          {where}
        </Live>
        {total > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end' }}>
            <CsvButton file={csvMutation(prepare, downloadText)}>CSV</CsvButton>
          </Box>
        )}
        {children}
      </Box>
      {total === 0 && <EmptyState title="No known places here." />}
      <Box
        component="ul"
        aria-label="Places"
        aria-busy={list.isPlaceholderData}
        // Scrolled by keyboard too.
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, overflowY: 'auto', minHeight: 0, flex: 1 }}
      >
        {rows.map((row) => (
          <PlaceListRow key={`${row.entityId} ${row.id}`} row={row} onShow={onShow} />
        ))}
        {!list.isPlaceholderData && list.hasNextPage && (
          <Box component="li" sx={{ p: 1, '& button': { width: 1 } }}>
            <MoreButton list={list}>
              Show {formatNumber(Math.min(PLACES_PER_PAGE, total - rows.length))} more
            </MoreButton>
          </Box>
        )}
      </Box>
    </>
  );
}

const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** A place in the list beside the map: its Entity, then what and where it is. */
function PlaceListRow({ row, onShow }: { row: PlaceRow; onShow: (place: PlaceRow) => void }) {
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
