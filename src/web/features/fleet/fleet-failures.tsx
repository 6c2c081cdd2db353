import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { READ_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import {
  FLEET_ROUTES,
  type FleetFailure,
  type FleetStatus,
} from '../../../contract/console/fleet.ts';
import { KEPT_OF, RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { Pager } from '../../components/pager.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { FAILURES, type FleetSearch } from './fleet-search.ts';
import { DueText } from './resource-table.tsx';
import { Retry } from './retry-reads.tsx';

/** Rows of one page of failures. */
const PER_PAGE = 50;
/** Height of rows with two lines of the Service's message, in px. */
const ROW_HEIGHT = 48;

/** A page of the reads whose last attempt failed. @param resource undefined: all; @param page from 0 */
export function fleetFailures(resource: ReadResource | undefined, page: number) {
  const rows = { resource, offset: page * PER_PAGE, limit: PER_PAGE };
  return {
    ...query(FLEET_ROUTES.fleetFailures, { query: rows }),
    placeholderData: keepPreviousData,
  };
}

const COLUMNS: readonly Column<FleetFailure>[] = [
  column('of', 'Of', { width: '20%', phone: 'name' }, (row) => <FailedOf failure={row} />),
  column(
    'resource',
    'Resource',
    { width: '13%', phone: 'line' },
    (row) => RESOURCE_LABELS[row.resource],
  ),
  column('message', 'Reason', { phone: 'line', phoneCell: reason }, (row) => (
    <CutText lines={2}>{reason(row)}</CutText>
  )),
  {
    key: 'tries',
    header: 'Tries',
    width: '64px',
    numeric: true,
    phone: 'more',
    cell: (row) => formatNumber(row.tries),
    phoneCell: (row) => (
      <>
        {formatCount(row.tries, 'try', 'tries')}, next <DueText instant={row.nextAt} />
      </>
    ),
  },
  column('next', 'Next try', { width: '11%' }, (row) => <DueText instant={row.nextAt} />),
  column('read', 'Last read', { width: '11%' }, ({ readAt }) =>
    readAt === null ? 'never' : <RelativeTimeText instant={readAt} />,
  ),
];

const WITH_RETRY: readonly Column<FleetFailure>[] = [
  ...COLUMNS,
  {
    key: 'retry',
    header: <span className="visually-hidden">Retry</span>,
    width: '112px',
    phone: 'end',
    // A new failure can be retried again.
    cell: (row) => <RetryOne key={row.triedAt} failure={row} />,
  },
];

interface FleetFailuresProps {
  status: FleetStatus;
  search: FleetSearch;
  onSearch: (change: Partial<FleetSearch>) => void;
  /** Whether the operator may read them again. */
  canRetry: boolean;
}

/** The reads whose last attempt failed or was partial, each with the Service's message and a retry. */
export function FleetFailures({ status, search, onSearch, canRetry }: FleetFailuresProps) {
  const { resource, page = 1 } = search;
  const listed = useQuery(fleetFailures(resource, page - 1));
  const failedOf = (of?: ReadResource) =>
    status.resources
      .filter((row) => of === undefined || row.resource === of)
      .reduce((sum, { failed, partly }) => sum + failed + partly, 0);
  const of = resource === undefined ? '' : `: ${RESOURCE_LABELS[resource]}`;
  return (
    <Section
      title="Failed and partial reads"
      aside={
        canRetry &&
        (listed.data?.total ?? 0) > 0 && (
          <Retry
            act={`Retry all failed${of}`}
            choice={{
              entityIds: null,
              collectiveId: null,
              resources: resource === undefined ? [...READ_RESOURCES] : [resource],
              only: 'failed',
            }}
          />
        )
      }
    >
      {(failedOf() > 0 || resource !== undefined) && (
        <ListBar
          label="Filters of the failed reads"
          list={FAILURES}
          search={search}
          onSearch={(change) => onSearch({ ...change, page: undefined })}
          options={{
            resource: READ_RESOURCES.map((value) => ({
              value,
              label: value,
              count: failedOf(value),
            })),
          }}
        />
      )}
      <Read query={listed} what="the failed reads" rows={4}>
        {({ failures, total }) => (
          <>
            {total === 0 && (
              <EmptyState
                title={of === '' ? 'No read failed.' : `No read of this resource failed${of}.`}
              />
            )}
            {total > 0 && (
              <DataTable
                label="Failed reads"
                columns={canRetry ? WITH_RETRY : COLUMNS}
                rows={failures}
                rowKey={(row) => `${row.id ?? ''} ${row.resource}`}
                rowHeight={ROW_HEIGHT}
                busy={listed.isPlaceholderData}
              />
            )}
            <Pager
              what="the failed reads"
              page={page}
              size={PER_PAGE}
              total={total}
              onPage={(to) => onSearch({ page: to === 1 ? undefined : to })}
            />
          </>
        )}
      </Read>
    </Section>
  );
}

/** The Entity or the Collective that could not be read. */
function FailedOf({ failure: { id, name, resource } }: { failure: FleetFailure }) {
  if (id === null) return <>all of the deployment</>;
  if (KEPT_OF[resource] === 'entity') return <EntityLink id={id} name={name} />;
  return (
    <TextLink
      to="/collectives/$collectiveId"
      params={{ collectiveId: id }}
      search={{ tab: 'members' }}
    >
      {name ?? shortId(id)}
    </TextLink>
  );
}

/** The Service's message, or that the read was partial. */
function reason({ isPart, message }: FleetFailure) {
  return isPart ? <>Partly read: {message}</> : <q>{message}</q>;
}

/** Repeats one read; a success leaves the list. */
function RetryOne({ failure: { id, name, resource } }: { failure: FleetFailure }) {
  const isOfEntity = KEPT_OF[resource] === 'entity';
  return (
    <Retry
      act="Retry"
      of={`: ${RESOURCE_LABELS[resource]}${id === null ? '' : ` of ${name ?? shortId(id)}`}`}
      choice={{
        entityIds: isOfEntity && id !== null ? [id] : null,
        collectiveId: isOfEntity ? null : id,
        resources: [resource],
        only: 'all',
      }}
    />
  );
}
