import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { READ_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import type { FleetStatus, ResourceStatus } from '../../../contract/console/fleet.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { FailureTable } from './failure-table.tsx';
import { FAILURES_PER_PAGE, fleetFailures } from './fleet-queries.ts';
import { FAILURES, type FleetSearch } from './fleet-search.ts';

interface FleetFailuresProps {
  status: FleetStatus;
  search: FleetSearch;
  onSearch: (change: Partial<FleetSearch>) => void;
  /** Opens the dialog to read the failed ones again; null: not permitted. */
  onRetryAll: ((resource: ReadResource | undefined) => void) | null;
}

const PAGE_SIZES = [FAILURES_PER_PAGE];

/** Reads that failed or were partial. */
const failedOf = ({ failed, partly }: ResourceStatus) => failed + partly;

/** The reads whose last attempt failed or was partial, each with the Service's message and a retry. */
export function FleetFailures({ status, search, onSearch, onRetryAll }: FleetFailuresProps) {
  const { resource, page = 1 } = search;
  const query = useQuery(fleetFailures(resource, page - 1));
  const { data } = query;
  const failed = status.resources.reduce((sum, row) => sum + failedOf(row), 0);
  const countOf = (of: ReadResource) =>
    status.resources
      .filter((row) => row.resource === of)
      .reduce((sum, row) => sum + failedOf(row), 0);
  return (
    <Section
      title="Failed and partial reads"
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
        <ListBar
          label="Filters of the failed reads"
          list={FAILURES}
          search={search}
          onSearch={(change) => onSearch({ ...change, page: undefined })}
          options={{
            resource: READ_RESOURCES.map((value) => ({
              value,
              label: value,
              count: countOf(value),
            })),
          }}
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
