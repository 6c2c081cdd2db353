import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { formatNumber } from '../../../domain/format.ts';
import { csvMutation } from '../../api/audit.ts';
import { AsOf } from '../../components/as-of.tsx';
import { downloadText } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { InHead } from '../../components/head-slot.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { useZone } from '../../theme/preferences.ts';
import { formatEntities } from './groups.ts';
import { PLACES_PER_PAGE, placesOf, readAllPlaces, type PlaceSelection } from './map-queries.ts';
import { PlaceListRow } from './place-list-row.tsx';
import { placesCsv } from './places-csv.ts';

interface PlaceListProps {
  /** The read of the map beside it. */
  map: UseQueryResult;
  selection: PlaceSelection;
  /** Suffix of the heading, such as " in the selected part of the map". */
  where: string;
  onShow: (place: PlaceRow) => void;
  /** Shown under the count, such as buttons that change the selection. */
  children: ReactNode;
}

/** The places of the map as a list, so that everything on the map is accessible. */
export function PlaceList({ map, selection, where, onShow, children }: PlaceListProps) {
  const zone = useZone();
  const key = JSON.stringify(selection);
  // Another selection starts with its first page.
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const pages = wanted.key === key ? wanted.pages : 1;
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
  const rows = [start, ...more].flatMap(({ data }) => data?.places ?? []);
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5 }}>
          {total > 0 && (
            <Button
              color="inherit"
              startIcon={<DownloadIcon />}
              aria-disabled={file.isPending}
              onClick={() => {
                if (!file.isPending) file.mutate();
              }}
              sx={{ ml: 'auto' }}
            >
              {file.isPending ? 'Writing the CSV' : 'CSV'}
            </Button>
          )}
        </Box>
        {children}
      </Box>
      {file.error !== null && <ErrorPanel what="The file could not be made" error={file.error} />}
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
                if (!reading) setWanted({ key, pages: pages + 1 });
              }}
            >
              {reading
                ? 'Reading'
                : `Show ${formatNumber(Math.min(PLACES_PER_PAGE, total - rows.length))} more`}
            </Button>
          </Box>
        )}
      </Box>
    </>
  );
}
