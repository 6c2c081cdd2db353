import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useMutation } from '@tanstack/react-query';
import { FLEET_ROUTES, type FleetFailure } from '../../../contract/console/fleet.ts';
import { KEPT_OF, RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { mutation } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { DueText } from './due-text.tsx';

interface FailureTableProps {
  failures: readonly FleetFailure[];
  /** Whether the rows belong to an older filter. */
  busy: boolean;
  /** Whether the operator may read them again. */
  canRetry: boolean;
}

/** Height of rows with two lines of the Service's message, in px. */
const ROW_HEIGHT = 48;

const COLUMNS: readonly Column<FleetFailure>[] = [
  {
    key: 'of',
    header: 'Of',
    width: '20%',
    cell: (row) => <FailedOf failure={row} />,
  },
  {
    key: 'resource',
    header: 'Resource',
    width: '13%',
    cell: (row) => RESOURCE_LABELS[row.resource],
  },
  {
    key: 'message',
    header: 'Reason',
    cell: (row) => (
      <CutText lines={2}>
        <Reason failure={row} />
      </CutText>
    ),
  },
  {
    key: 'tries',
    header: 'Tries',
    width: '64px',
    numeric: true,
    cell: (row) => formatNumber(row.tries),
  },
  {
    key: 'next',
    header: 'Next try',
    width: '11%',
    cell: (row) => <DueText instant={row.nextAt} />,
  },
  { key: 'read', header: 'Last read', width: '11%', cell: (row) => <LastRead failure={row} /> },
];

const RETRY_COLUMN: Column<FleetFailure> = {
  key: 'retry',
  header: <span className="visually-hidden">Retry</span>,
  width: '112px',
  // A new failure can be retried again.
  cell: (row) => <Retry key={row.triedAt} failure={row} />,
};
const WITH_RETRY = [...COLUMNS, RETRY_COLUMN];

/** Reads whose last attempt failed, each with the Service's message. */
export function FailureTable({ failures, busy, canRetry }: FailureTableProps) {
  return (
    <DataTable
      label="Failed reads"
      columns={canRetry ? WITH_RETRY : COLUMNS}
      rows={failures}
      rowKey={(row) => `${row.id ?? ''} ${row.resource}`}
      rowHeight={ROW_HEIGHT}
      busy={busy}
      renderNarrow={(row) => ({
        first: <FailedOf failure={row} />,
        second: (
          <>
            <Box>
              {RESOURCE_LABELS[row.resource]} · <Reason failure={row} />
            </Box>
            {formatCount(row.tries, 'try', 'tries')}, next <DueText instant={row.nextAt} /> · last
            read <LastRead failure={row} />
          </>
        ),
        end: canRetry ? <Retry key={row.triedAt} failure={row} /> : undefined,
      })}
    />
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
function Reason({ failure: { isPart, message } }: { failure: FleetFailure }) {
  return isPart ? <>Partly read: {message}</> : <q>{message}</q>;
}

function LastRead({ failure: { readAt } }: { failure: FleetFailure }) {
  return readAt === null ? <>never</> : <RelativeTimeText instant={readAt} />;
}

/** Repeats one read; a success leaves the list. */
function Retry({ failure: { id, name, resource } }: { failure: FleetFailure }) {
  const isOfEntity = KEPT_OF[resource] === 'entity';
  const retry = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const label = retry.isPending ? 'Requesting' : retry.isSuccess ? 'Requested' : 'Retry';
  return (
    <Tooltip title={retry.error === null ? '' : errorText(retry.error).title}>
      <Button
        color={retry.isError ? 'error' : 'inherit'}
        variant="outlined"
        aria-label={`${label}: ${RESOURCE_LABELS[resource]}${id === null ? '' : ` of ${name ?? shortId(id)}`}`}
        aria-disabled={retry.isPending}
        onClick={() => {
          if (retry.isPending) return;
          const entityIds = isOfEntity && id !== null ? [id] : null;
          const collectiveId = isOfEntity ? null : id;
          retry.mutate({ body: { entityIds, collectiveId, resources: [resource], only: 'all' } });
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
