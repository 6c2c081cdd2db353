import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReportFinding } from '../../../contract/console/report-exceptions.ts';
import type { ReportRun, RunEntityState } from '../../../contract/console/report-run.ts';
import {
  formatCount,
  formatDate,
  formatNumber,
  shortId,
  typeLabel,
} from '../../../domain/format.ts';
import { FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { reportEntitiesQuery } from '../../api/report-queries.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';

interface AnomalousEntitiesProps {
  run: ReportRun;
  /** Number of Entities per finding. */
  counts: ReadonlyMap<ReportFinding, number>;
}

/** Labels of an Entity's anomalies. */
function anomaliesOf(row: RunEntityState): string[] {
  const { state, capture, duplicates, error, lateFrom } = row;
  return [
    state === 'failed' ? `${FINDING_LABELS['not-read']}: “${error ?? 'no reason given'}”` : null,
    state === 'waiting' ? 'Not read yet' : null,
    lateFrom === null
      ? null
      : `${FINDING_LABELS['known-late']}: only from ${formatDate(lateFrom.slice(0, 10))}`,
    capture === false ? FINDING_LABELS['capture-off'] : null,
    duplicates > 0
      ? `Listed twice by the Service, and counted once: ${formatCount(duplicates, 'session', 'sessions')}`
      : null,
  ].filter((label) => label !== null);
}

/** The Entities whose sessions are not captured, only partly known, or could not be read. */
export function AnomalousEntities({ run, counts }: AnomalousEntitiesProps) {
  const { waiting, failed } = run.progress.entities;
  const some = [...counts.values()].some((count) => count > 0) || waiting > 0 || failed > 0;
  const query = useInfiniteQuery({ ...reportEntitiesQuery(run), enabled: some });
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  const goOn = hasNextPage && !isFetching && error === null;
  const pages = query.data?.pages.length ?? 0;
  useEffect(() => {
    if (goOn && pages > 0) void fetchNextPage();
  }, [goOn, pages, fetchNextPage]);
  const tally = [...counts].flatMap(([kind, count]) =>
    count > 0 ? [`${FINDING_LABELS[kind]}: ${formatNumber(count)}`] : [],
  );
  if (waiting > 0) tally.push(`Not read yet: ${formatNumber(waiting)}`);
  const rows = query.data?.pages.flatMap(({ entities }) => entities).filter(isAnomalous);
  return (
    <>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {tally.length === 0 ? 'Every Entity was read, and each is captured.' : tally.join(' · ')}
      </Typography>
      {some && rows === undefined && error === null && (
        <RowsSkeleton rows={3} what="the Entities" />
      )}
      {error !== null && (
        <ErrorPanel
          what="The Entities could not all be read"
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : query.refetch())}
          retrying={isFetching}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Anomalous Entities"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ entityId }) => entityId}
        />
      )}
      {hasNextPage && error === null && (
        <Button color="inherit" disabled>
          Reading further Entities
        </Button>
      )}
    </>
  );
}

const isAnomalous = (row: RunEntityState) => anomaliesOf(row).length > 0;

const COLUMNS: readonly Column<RunEntityState>[] = [
  {
    key: 'entity',
    header: 'Entity',
    width: '26%',
    cell: (row) => <EntityLink id={row.entityId} name={row.name ?? shortId(row.entityId)} />,
    phone: 'name',
  },
  { key: 'type', header: 'Type', width: '12%', cell: (row) => row.type && typeLabel(row.type) },
  {
    key: 'sessions',
    header: 'Sessions',
    width: '110px',
    numeric: true,
    cell: (row) => formatNumber(row.sessions),
  },
  {
    key: 'odd',
    header: 'Anomaly',
    wraps: true,
    cell: (row) => anomaliesOf(row).join('; '),
    phone: 'line',
  },
];
