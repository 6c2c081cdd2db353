import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FleetFailure } from '../../../contract/console/fleet.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { refreshFleetMutation } from '../../api/fleet.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { DueText } from './due-text.tsx';

interface FailureTableProps {
  failures: readonly FleetFailure[];
  /** Whether the rows belong to an older filter. */
  busy: boolean;
  /** Whether the operator may have them read again. */
  canRetry: boolean;
}

/** Rows with room for two lines of the Service's words, in px. */
const ROW_HEIGHT = 48;

const COLUMNS: readonly Column<FleetFailure>[] = [
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
  {
    key: 'message',
    header: 'Reason',
    cell: (row) => (
      <CutText lines={2}>
        <q>{row.message}</q>
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
  // A read that failed again can be asked for again.
  cell: (row) => <Retry key={row.triedAt} failure={row} />,
};
const WITH_RETRY = [...COLUMNS, RETRY_COLUMN];

/** Reads that failed the last time, each with the Service's words. */
export function FailureTable({ failures, busy, canRetry }: FailureTableProps) {
  return (
    <Table
      label="Failed reads"
      columns={canRetry ? WITH_RETRY : COLUMNS}
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
            {formatCount(row.tries, 'try', 'tries')}, next <DueText instant={row.nextAt} /> · last
            read <LastRead failure={row} />
          </>
        ),
        end: canRetry ? <Retry key={row.triedAt} failure={row} /> : undefined,
      })}
    />
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
