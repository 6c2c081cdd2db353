import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun, RunEntityState } from '../../../contract/console/report-run.ts';
import { formatCount, formatNumber, shortId, typeLabel } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { reportEntitiesQuery } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { MoreButton } from '../../components/older-rows.tsx';
import { Read } from '../../components/read.tsx';

/** The Entities of a run that could not be read, with the reason, and a retry button. */
export function FailedEntities({ run }: { run: ReportRun }) {
  const permission = usePermission('run-reports');
  const failed = useInfiniteQuery(reportEntitiesQuery(run, 'failed'));
  const retry = useMutation(mutation(REPORT_ROUTES.retryReport));
  const read = (entityId: string | null) =>
    retry.mutate({ params: { id: run.id }, body: { entityId } });
  const count = run.progress.entities.failed;
  const isSealed = run.hash !== null;
  const reason = isSealed ? 'Sealed: run it again to try these.' : permission.reason;
  const again = (row: RunEntityState) => (
    <Button
      color="inherit"
      variant="outlined"
      aria-label={`Try again: ${row.name ?? shortId(row.entityId)}`}
      disabled={isSealed || !permission.allowed || retry.isPending}
      onClick={() => read(row.entityId)}
      sx={{ minHeight: 28 }}
    >
      Try again
    </Button>
  );
  return (
    <Box sx={{ mt: 1.5, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography variant="h3">
          {formatCount(count, 'Entity', 'Entities')} could not be read
        </Typography>
        {count > 1 && (
          <Button
            variant="outlined"
            color="inherit"
            disabled={isSealed || !permission.allowed || retry.isPending}
            onClick={() => read(null)}
          >
            Try all {formatNumber(count)} again
          </Button>
        )}
        {reason !== null && (
          <Typography variant="body2" color="textSecondary">
            {reason}
          </Typography>
        )}
      </Box>
      {retry.error !== null && <ErrorPanel what="The retry failed" error={retry.error} />}
      <Read query={failed} what="the Entities that could not be read" rows={Math.min(count, 4)}>
        {({ pages }) => (
          <DataTable
            label="Entities that could not be read"
            columns={columnsFor(again)}
            rows={pages.flatMap(({ entities }) => entities)}
            rowKey={({ entityId }) => entityId}
          />
        )}
      </Read>
      <MoreButton list={failed}>List more</MoreButton>
    </Box>
  );
}

/** The columns of every list of a run's Entities. */
export const ENTITY_COLUMNS: readonly Column<RunEntityState>[] = [
  {
    key: 'entity',
    header: 'Entity',
    width: '25%',
    cell: (row) => <EntityLink id={row.entityId} name={row.name} />,
    phone: 'name',
  },
  { key: 'type', header: 'Type', width: '12%', cell: (row) => row.type && typeLabel(row.type) },
  {
    key: 'sessions',
    header: 'Sessions known',
    width: '110px',
    numeric: true,
    cell: (row) => formatNumber(row.sessions),
  },
];

function columnsFor(again: (row: RunEntityState) => ReactNode): readonly Column<RunEntityState>[] {
  return [
    ...ENTITY_COLUMNS,
    {
      key: 'error',
      header: 'Reason',
      wraps: true,
      cell: (row) => <q>{row.error}</q>,
      phone: 'line',
    },
    { key: 'again', header: 'Actions', width: '120px', cell: again, phone: 'end' },
  ];
}
