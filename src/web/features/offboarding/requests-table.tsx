import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useMemo } from 'react';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { CopyId } from '../../components/copy-id.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Pager } from '../../components/pager.tsx';
import { EntityLabel } from './entity-label.tsx';
import { PAGE_SIZES, type OffboardingSearch } from './offboarding-search.ts';
import { RequestStatus } from './request-status.tsx';

interface RequestsTableProps {
  rows: readonly OffboardingRequest[];
  /** From 1. */
  page: number;
  size: number;
  onSearch: (change: Partial<OffboardingSearch>) => void;
}

function Entity({ request }: { request: OffboardingRequest }) {
  const id = request.data?.id ?? null;
  return id === null ? MISSING : <EntityLabel id={id} />;
}

function OpenRequest(props: { id: string; onSearch: RequestsTableProps['onSearch'] }) {
  return (
    <Tooltip title={props.id}>
      <Link
        component="button"
        onClick={() => props.onSearch({ request: props.id })}
        aria-label={`Open the request ${shortId(props.id)}`}
        sx={{ lineHeight: '24px' }}
      >
        {shortId(props.id)}
      </Link>
    </Tooltip>
  );
}

function columnsFor(onSearch: RequestsTableProps['onSearch']): Column<OffboardingRequest>[] {
  return [
    { key: 'entity', header: 'Entity', cell: (row) => <Entity request={row} /> },
    {
      key: 'status',
      header: 'Status',
      width: '16%',
      cell: (row) => <RequestStatus status={row.status} />,
    },
    {
      key: 'components',
      header: 'Components',
      width: '12%',
      numeric: true,
      cell: (row) => formatNumber(row.data?.components?.length ?? null),
    },
    {
      key: 'principal',
      header: 'Requested by',
      width: '16%',
      cell: (row) =>
        row.principalId === null ? (
          MISSING
        ) : (
          <CopyId id={row.principalId} what="the id of the requester" />
        ),
    },
    {
      key: 'id',
      header: 'Request',
      width: '14%',
      cell: (row) => <OpenRequest id={row.id} onSearch={onSearch} />,
    },
  ];
}

/** A page of Offboarding Requests. */
export function RequestsTable({ rows, size, onSearch, ...rest }: RequestsTableProps) {
  const columns = useMemo(() => columnsFor(onSearch), [onSearch]);
  const page = Math.min(rest.page, Math.max(1, Math.ceil(rows.length / size)));
  return (
    <div>
      <DataTable
        label="Offboarding Requests"
        columns={columns}
        rows={rows.slice((page - 1) * size, page * size)}
        minWidth={900}
        rowKey={(row) => row.id}
        renderNarrow={(row) => ({
          first: <Entity request={row} />,
          second: (
            <>
              Request <OpenRequest id={row.id} onSearch={onSearch} />
            </>
          ),
          end: <RequestStatus status={row.status} />,
        })}
      />
      <Pager
        what="requests"
        page={page}
        size={size}
        sizes={PAGE_SIZES}
        total={rows.length}
        onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
        onSize={(next) => {
          const known = PAGE_SIZES.find((each) => each === next);
          onSearch({ size: known === 25 ? undefined : known, page: undefined });
        }}
      />
    </div>
  );
}
