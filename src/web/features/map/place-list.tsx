import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import MyLocationIcon from '@mui/icons-material/MyLocationOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { validCoordinates } from '../../../domain/coordinates.ts';
import { formatCount, shortId } from '../../../domain/format.ts';
import { csvMutation } from '../../api/audit.ts';
import {
  PLACES_PER_PAGE,
  placesQuery,
  readAllPlaces,
  type PlaceSelection,
} from '../../api/places.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { downloadText } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { typeLabel } from './map-search.ts';
import { OutcomeLabel } from './outcome-label.tsx';
import { placesCsv } from './places-csv.ts';

interface PlaceListProps {
  selection: PlaceSelection;
  /** Suffix of the heading, such as " in the selected part of the map". */
  where: string;
  onShow: (place: PlaceRow) => void;
  /** Interval of automatic refreshes, in ms. */
  interval: number | false;
}

/** Maximum number of pages read at a time. */
const PAGES_AT_ONCE = 4;

const nameOf = (row: PlaceRow) => row.entityName ?? shortId(row.entityId);

function EntityLink({ row }: { row: PlaceRow }) {
  return (
    <AppLink
      to="/entities/$entityId"
      params={{ entityId: row.entityId }}
      search={{ tab: 'locations', location: row.id }}
    >
      {nameOf(row)}
    </AppLink>
  );
}

function ShowButton({ row, onShow }: { row: PlaceRow; onShow: PlaceListProps['onShow'] }) {
  if (!validCoordinates(row.latitude, row.longitude)) {
    return (
      <Box
        component="span"
        title="Outside the valid range"
        sx={{ color: 'var(--mui-palette-status-amber)' }}
      >
        Outside the valid range
      </Box>
    );
  }
  return (
    <IconButton
      aria-label={`Show ${nameOf(row)} on the map`}
      title="Show on the map"
      onClick={() => onShow(row)}
    >
      <MyLocationIcon sx={{ fontSize: 18 }} />
    </IconButton>
  );
}

function columnsFor(onShow: PlaceListProps['onShow']): readonly Column<PlaceRow>[] {
  return [
    { key: 'entity', header: 'Entity', cell: (row) => <EntityLink row={row} /> },
    { key: 'type', header: 'Type', width: '10%', cell: (row) => typeLabel(row.entityType) },
    { key: 'label', header: 'Place', width: '18%', cell: (row) => row.label ?? 'No label' },
    {
      key: 'coordinates',
      header: 'Latitude, longitude',
      width: '18%',
      cell: (row) => `${row.latitude}, ${row.longitude}`,
    },
    {
      key: 'outcome',
      header: 'Last outcome',
      width: '15%',
      cell: (row) => <OutcomeLabel outcome={row.outcome} />,
    },
    {
      key: 'read',
      header: 'Read',
      width: '10%',
      cell: (row) => <RelativeTimeText instant={row.knownAt} />,
    },
    {
      key: 'show',
      header: 'Map',
      width: '14%',
      cell: (row) => <ShowButton row={row} onShow={onShow} />,
    },
  ];
}

/** The places of the map as a list, so that everything on the map is accessible. */
export function PlaceList({ selection, where, onShow, interval }: PlaceListProps) {
  const zone = useZone();
  const [view, setView] = useState({ first: 0, end: 0 });
  const start = useQuery({ ...placesQuery(selection, 0), refetchInterval: interval });
  const from = Math.floor(view.first / PLACES_PER_PAGE);
  const to = Math.floor(Math.max(view.first, view.end - 1) / PLACES_PER_PAGE);
  const pages = Array.from(
    { length: Math.min(to - from + 1, PAGES_AT_ONCE) },
    (_, at) => from + at,
  ).filter((page) => page > 0);
  const more = useQueries({ queries: pages.map((page) => placesQuery(selection, page)) });
  const read = new Map<number, readonly PlaceRow[]>();
  if (start.data !== undefined) read.set(0, start.data.places);
  for (const [at, page] of pages.entries()) {
    const found = more[at]?.data;
    if (found !== undefined) read.set(page, found.places);
  }
  const columns = useMemo(() => columnsFor(onShow), [onShow]);
  const onWindow = useCallback((first: number, end: number) => setView({ first, end }), []);
  const prepare = async () => {
    const places = await readAllPlaces(selection);
    const text = await placesCsv(places, zone);
    const record = { what: 'places', id: null, rows: places.length } as const;
    return { name: 'places.csv', text, record };
  };
  const file = useMutation(csvMutation(prepare, downloadText));

  if (start.data === undefined) {
    return start.error === null ? (
      <RowsSkeleton what="the places" />
    ) : (
      <ErrorPanel
        what="The places could not be read"
        error={start.error}
        onRetry={() => void start.refetch()}
        retrying={start.isFetching}
      />
    );
  }
  const { total, entities, asOf } = start.data;
  const failed = start.error ?? more.find(({ error }) => error !== null)?.error ?? null;
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: 1,
          mb: 0.5,
        }}
      >
        <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {formatCount(total, 'place', 'places')} of {formatCount(entities, 'Entity', 'Entities')}
          {where}
        </Live>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <AsOf
            asOf={asOf}
            error={failed}
            refreshing={start.isFetching}
            onRefresh={() => {
              void start.refetch();
              for (const page of more) void page.refetch();
            }}
            what="the list of places"
          />
          {total > 0 && (
            <Button
              color="inherit"
              startIcon={<DownloadIcon />}
              aria-disabled={file.isPending}
              onClick={() => {
                if (!file.isPending) file.mutate();
              }}
            >
              {file.isPending ? 'Writing the CSV' : 'CSV'}
            </Button>
          )}
        </Box>
      </Box>
      {file.error !== null && <ErrorPanel what="The file could not be made" error={file.error} />}
      {total === 0 ? (
        <EmptyState title="No known places here." />
      ) : (
        <Table
          // Another selection starts at the top.
          key={JSON.stringify(selection)}
          label="Places"
          columns={columns}
          rows={{
            total,
            rowAt: (index) =>
              read.get(Math.floor(index / PLACES_PER_PAGE))?.[index % PLACES_PER_PAGE],
          }}
          rowKey={(row) => `${row.entityId} ${row.id}`}
          onWindow={onWindow}
          busy={start.isPlaceholderData}
          sort={{ by: 'entity', order: 'asc' }}
          onSort={() => {}}
          renderNarrow={(row) => ({
            first: <EntityLink row={row} />,
            second: [typeLabel(row.entityType), row.label].filter(Boolean).join(' · '),
            end: <ShowButton row={row} onShow={onShow} />,
          })}
        />
      )}
    </>
  );
}
