import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FLEET_RESOURCES, type FleetResource } from '../../../contract/console/choices.ts';
import type { FleetFailure, FleetStatus } from '../../../contract/console/fleet.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { FAILURES_PER_PAGE, fleetFailuresQuery, refreshFleetMutation } from '../../api/fleet.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { CutText } from '../../components/hint.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import type { FleetSearch } from './fleet-search.ts';

interface FleetFailuresProps {
  status: FleetStatus;
  search: FleetSearch;
  onSearch: (change: Partial<FleetSearch>) => void;
  /** Opens what it takes to read the failed ones again; null: not permitted. */
  onRetryAll: ((resource: FleetResource | undefined) => void) | null;
}

/** Rows with room for two lines of the Service's words, in px. */
const ROW_HEIGHT = 48;
const PAGE_SIZES = [FAILURES_PER_PAGE];

/** The reads that failed the last time, each with the Service's words and a retry. */
export function FleetFailures({ status, search, onSearch, onRetryAll }: FleetFailuresProps) {
  const { resource, page = 1 } = search;
  const query = useQuery(fleetFailuresQuery(resource, page - 1));
  const { data } = query;
  const failed = status.resources.reduce((sum, row) => sum + row.failed, 0);
  const countOf = (of: FleetResource) =>
    status.resources.find((row) => row.resource === of)?.failed ?? 0;
  return (
    <Section
      title="Failed reads"
      aside={
        onRetryAll !== null &&
        (data?.total ?? 0) > 0 && (
          <Button variant="outlined" color="inherit" onClick={() => onRetryAll(resource)}>
            {resource === undefined
              ? 'Retry all failed'
              : `Retry all failed: ${RESOURCE_LABELS[resource]}`}
          </Button>
        )
      }
    >
      {(failed > 0 || resource !== undefined) && (
        <FilterBar
          label="Filters of the failed reads"
          facets={[
            {
              kind: 'choice',
              key: 'resource',
              label: 'Resource',
              any: 'Any resource',
              options: FLEET_RESOURCES.map((value) => ({
                value,
                label: RESOURCE_LABELS[value],
                count: countOf(value),
              })),
              value: resource ?? null,
              onChange: (value) =>
                onSearch({
                  resource: FLEET_RESOURCES.find((each) => each === value),
                  page: undefined,
                }),
            },
          ]}
          onClear={() => onSearch({ resource: undefined, page: undefined })}
        />
      )}
      {data === undefined && <ReadBlock read={query} what="the failed reads" rows={4} />}
      {data !== undefined && query.error !== null && (
        <ErrorPanel
          what="The failed reads could not be refreshed"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {data !== undefined && data.total === 0 && (
        <EmptyState
          title={
            resource === undefined
              ? 'No read failed.'
              : `No read of this resource failed: ${RESOURCE_LABELS[resource]}.`
          }
        />
      )}
      {data !== undefined && data.total > 0 && (
        <FailureTable
          failures={data.failures}
          busy={query.isPlaceholderData}
          canRetry={onRetryAll !== null}
        />
      )}
      {data !== undefined && data.total > FAILURES_PER_PAGE && (
        <Pager
          what="the failed reads"
          page={page}
          size={FAILURES_PER_PAGE}
          sizes={PAGE_SIZES}
          total={data.total}
          onPage={(to) => onSearch({ page: to === 1 ? undefined : to })}
          onSize={() => {}}
        />
      )}
    </Section>
  );
}

interface FailureTableProps {
  failures: readonly FleetFailure[];
  busy: boolean;
  canRetry: boolean;
}

function FailureTable({ failures, busy, canRetry }: FailureTableProps) {
  const columns: Column<FleetFailure>[] = [
    {
      key: 'entity',
      header: 'Entity',
      width: '20%',
      cell: (row) => <EntityLink id={row.entityId} name={row.entityName} />,
    },
    {
      key: 'resource',
      header: 'Resource',
      width: '13%',
      cell: (row) => RESOURCE_LABELS[row.resource],
    },
    { key: 'message', header: 'Reason', cell: (row) => <Words failure={row} /> },
    { key: 'tries', header: 'Tries', width: '64px', numeric: true, cell: triesOf },
    {
      key: 'next',
      header: 'Next try',
      width: '11%',
      cell: (row) => <RelativeTimeText instant={row.nextAt} />,
    },
    { key: 'read', header: 'Last read', width: '11%', cell: (row) => <LastRead failure={row} /> },
  ];
  if (canRetry)
    columns.push({
      key: 'retry',
      header: <span className="visually-hidden">Retry</span>,
      width: '104px',
      // A read that failed again can be asked for again.
      cell: (row) => <Retry key={row.triedAt} failure={row} />,
    });
  return (
    <Table
      label="Failed reads"
      columns={columns}
      rows={failures}
      rowKey={(row) => `${row.entityId} ${row.resource}`}
      rowHeight={ROW_HEIGHT}
      busy={busy}
      renderNarrow={(row) => ({
        first: <EntityLink id={row.entityId} name={row.entityName} />,
        second: (
          <>
            <Box>
              {RESOURCE_LABELS[row.resource]} · <q>{row.message}</q>
            </Box>
            {formatCount(row.tries, 'try', 'tries')}, next <RelativeTimeText instant={row.nextAt} />{' '}
            · read <LastRead failure={row} />
          </>
        ),
        end: canRetry ? <Retry key={row.triedAt} failure={row} /> : undefined,
      })}
    />
  );
}

const triesOf = ({ tries }: FleetFailure) => formatNumber(tries);

function Words({ failure }: { failure: FleetFailure }) {
  return (
    <CutText lines={2}>
      <q>{failure.message}</q>
    </CutText>
  );
}

function LastRead({ failure: { readAt } }: { failure: FleetFailure }) {
  return readAt === null ? <>never</> : <RelativeTimeText instant={readAt} />;
}

/** Has one read done again; it leaves the list once it succeeded. */
function Retry({ failure: { entityId, entityName, resource } }: { failure: FleetFailure }) {
  const retry = useMutation(refreshFleetMutation(useQueryClient()));
  const label = retry.isPending ? 'Asking' : retry.isSuccess ? 'Asked for' : 'Retry';
  return (
    <Button
      color={retry.isError ? 'error' : 'inherit'}
      variant="outlined"
      aria-label={`${label}: ${RESOURCE_LABELS[resource]} of ${entityName ?? shortId(entityId)}`}
      aria-disabled={retry.isPending}
      {...(retry.error !== null && { 'data-hint': errorText(retry.error).title })}
      onClick={() => {
        if (retry.isPending) return;
        retry.mutate({
          entityIds: [entityId],
          collectiveId: null,
          resources: [resource],
          only: 'all',
        });
      }}
    >
      {label}
    </Button>
  );
}
