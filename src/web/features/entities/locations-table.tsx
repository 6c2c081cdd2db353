import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useMemo } from 'react';
import { foreignName } from '../../../domain/foreign-label.ts';
import type { Location } from '../../../contract/location.ts';
import { CopyText } from '../../components/copy-id.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { coordinatesOf, isOnMap, labelOf } from './location-facts.ts';

interface LocationsTableProps {
  rows: readonly Location[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

interface PlaceNameProps extends Omit<LocationsTableProps, 'rows'> {
  row: Location;
}

function PlaceName({ row, chosen, onChoose }: PlaceNameProps) {
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
}

function Coordinates({ row }: { row: Location }) {
  return (
    <>
      <CopyText
        text={coordinatesOf(row)}
        label={coordinatesOf(row)}
        what={`the coordinates of ${labelOf(row)}`}
      />{' '}
      {!isOnMap(row) && (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)', fontWeight: 600 }}>
          Outside the valid range
        </Box>
      )}
    </>
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
      cell: (row) => <PlaceName row={row} chosen={chosen} onChoose={onChoose} />,
    },
    {
      key: 'coordinates',
      header: 'Latitude, longitude',
      width: '46%',
      wraps: true,
      cell: (row) => <Coordinates row={row} />,
    },
  ];
}

/** The places as a list, with the selected one marked. */
export function LocationsTable({ rows, chosen, onChoose }: LocationsTableProps) {
  const columns = useMemo(() => columnsFor(chosen, onChoose), [chosen, onChoose]);
  return (
    <DataTable
      label="Locations"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      renderNarrow={(row) => ({
        first: <PlaceName row={row} chosen={chosen} onChoose={onChoose} />,
        second: <Coordinates row={row} />,
      })}
    />
  );
}
