import Box from '@mui/material/Box';
import type { ReportManifest } from '../../../contract/console/report-run.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { MONO } from '../../theme/theme.ts';

type Entity = ReportManifest['entities'][number];

const STATES = { waiting: 'Not read', done: 'Read', failed: 'Could not be read' } as const;

const COLUMNS: readonly Column<Entity>[] = [
  {
    key: 'id',
    header: 'Entity',
    width: '110px',
    cell: ({ id }) => <EntityLink id={id} name={null} />,
  },
  {
    key: 'state',
    header: 'State',
    width: '30%',
    cell: ({ state, error }) => (
      <>
        {STATES[state]}
        {error !== null && `: ${error}`}
      </>
    ),
  },
  {
    key: 'sessions',
    header: 'Sessions',
    width: '90px',
    numeric: true,
    cell: ({ sessions }) => formatNumber(sessions),
  },
  {
    key: 'readAt',
    header: 'As of',
    width: '150px',
    cell: ({ readAt }) => <DateTimeText instant={readAt ?? null} />,
  },
  {
    key: 'knownFrom',
    header: 'Known from',
    width: '150px',
    cell: ({ knownFrom }) => <DateTimeText instant={knownFrom ?? null} />,
  },
  {
    key: 'hash',
    header: 'Hash of its sessions',
    cell: ({ hash }) => (
      <Box component="span" sx={{ fontFamily: MONO, fontSize: '0.75rem' }}>
        {hash ?? MISSING}
      </Box>
    ),
  },
];

/** Every Entity of the run with the counts read. */
export function ManifestEntities({ entities }: Pick<ReportManifest, 'entities'>) {
  return (
    <DataTable
      label="Entities of the manifest"
      columns={COLUMNS}
      rows={entities}
      rowKey={({ id }) => id}
      minWidth={780}
      renderNarrow={(entity) => ({
        first: <EntityLink id={entity.id} name={null} />,
        second: `${STATES[entity.state]} · ${formatCount(entity.sessions, 'session', 'sessions')}`,
      })}
    />
  );
}
