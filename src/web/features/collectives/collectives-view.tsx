import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type {
  DirectoryCollective,
  DirectoryCollectives,
} from '../../../contract/console/directory.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { filterCollectives } from './filters.ts';

interface CollectivesViewProps {
  data: DirectoryCollectives | undefined;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  query: string;
  onQuery: (query: string) => void;
  /** Why this operator may not import, or null. */
  importDenial: string | null;
  importControl: ReactNode;
}

const COLUMNS: readonly Column<DirectoryCollective>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <AppLink to="/collectives/$collectiveId" params={{ collectiveId: row.id }}>
        {row.name}
      </AppLink>
    ),
  },
  { key: 'type', header: 'Type', width: '18%', cell: (row) => row.type ?? MISSING },
  {
    key: 'entities',
    header: 'Entities',
    width: '10%',
    numeric: true,
    cell: (row) => formatNumber(row.entityCount),
  },
  {
    key: 'known',
    header: 'Known since',
    width: '20%',
    cell: (row) => <DateTimeText instant={row.knownAt} />,
  },
  {
    key: 'id',
    header: 'Id',
    width: '14%',
    cell: (row) => <CopyId id={row.id} what={`the id of ${row.name}`} />,
  },
];

/** The list of Collectives in each of its states. */
export function CollectivesView(props: CollectivesViewProps) {
  const { data, query } = props;
  return (
    <>
      <PageHeader
        title="Collectives"
        actions={
          data !== undefined &&
          data.collectives.length > 0 &&
          props.importDenial === null &&
          props.importControl
        }
      />
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', mb: 1 }}
      >
        <FilterField label="Filter by name, type or id" value={query} onChange={props.onQuery} />
        {data !== undefined && (
          <AsOf
            asOf={data.asOf}
            error={props.error}
            refreshing={props.fetching}
            onRefresh={props.onRefresh}
            what="the Collectives"
          />
        )}
      </Box>
      <Body {...props} />
    </>
  );
}

function Body(props: CollectivesViewProps) {
  const { data, error, fetching, onRefresh, query, onQuery } = props;
  if (data === undefined) {
    return error === null ? (
      <RowsSkeleton what="the Collectives" />
    ) : (
      <ErrorPanel
        what="The Collectives could not be read"
        error={error}
        onRetry={onRefresh}
        retrying={fetching}
      />
    );
  }
  if (data.collectives.length === 0) {
    return (
      <EmptyState title="No Collectives are known yet.">
        <Typography variant="body2">
          The Device Connectivity Service cannot list Collectives, so this console keeps its own
          directory of their ids and names. Importing a directory file (JSON) fills it.
        </Typography>
        {props.importDenial === null ? (
          props.importControl
        ) : (
          <Typography variant="body2">
            {props.importDenial} Ask an administrator of this console to import one.
          </Typography>
        )}
      </EmptyState>
    );
  }
  const rows = filterCollectives(data.collectives, query);
  if (rows.length === 0) {
    return (
      <EmptyState title={`No Collective matches “${query}”.`}>
        <Typography variant="body2">
          {formatCount(data.collectives.length, 'Collective is', 'Collectives are')} known.{' '}
          <Button variant="text" onClick={() => onQuery('')}>
            Show all
          </Button>
        </Typography>
      </EmptyState>
    );
  }
  return (
    <DataTable
      label="Collectives"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      renderNarrow={(row) => ({
        first: (
          <AppLink to="/collectives/$collectiveId" params={{ collectiveId: row.id }}>
            {row.name}
          </AppLink>
        ),
        second: row.type ?? MISSING,
        end: <span>{formatCount(row.entityCount, 'entity', 'entities')}</span>,
      })}
    />
  );
}
